// The list of companies, connected with the core.
import type { CompanyRowView } from 'core-wasm';
import { useCallback, type ReactElement } from 'react';
import { useIntent, useSlice } from '../../core/react';
import { useCompanyOrder, useCompanyRow } from '../../core/slices';
import { companyPath } from '../../shared/addresses';
import { CompanyList } from './CompanyList';

export function CompaniesTab() {
  const intend = useIntent();
  const edit = useCallback(
    (employerId: string) => intend({ area: 'people', type: 'openCompanyEditor', employerId }),
    [intend],
  );
  return (
    <CompanyList
      page={useSlice('companiesPage')}
      companies={useCompanyOrder()}
      renderCompany={renderCompany}
      onSearch={(text) => intend({ area: 'people', type: 'searchCompanies', text })}
      onMore={() => intend({ area: 'people', type: 'moreCompanies' })}
      onOpen={(id) => intend({ area: 'shell', type: 'openArea', path: companyPath(id) })}
      onEdit={edit}
      onNew={() => intend({ area: 'people', type: 'openCompanyEditor' })}
    />
  );
}

const renderCompany = (id: string, draw: (company: CompanyRowView) => ReactElement) => (
  <CompanyRowContainer key={id} employerId={id} draw={draw} />
);

function CompanyRowContainer({
  employerId,
  draw,
}: {
  employerId: string;
  draw: (company: CompanyRowView) => ReactElement;
}) {
  const row = useCompanyRow(employerId);
  return row === undefined ? null : draw(row);
}
