// The file above the text of a template: chosen or linked, previewed, refused and sent (B41 of the public bug reports).
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { prepareDesk } from '../../../test/whatsappDesk';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { TemplateDialogContainer } from './TemplateDialogContainer';
import { isHeaderLink } from './templateText';

beforeEach(async () => {
  await prepareDesk();
  let number = 0;
  // The page of a test has no object URLs.
  URL.createObjectURL = () => `blob:${(number += 1)}`;
  URL.revokeObjectURL = () => undefined;
});

const invoice = {
  id: 't1',
  name: 'segunda_via',
  language: 'pt_BR',
  category: '',
  header: '',
  headerMedia: 'file',
  body: 'Olá {{1}}, segue a fatura.',
  footer: '',
  buttons: [],
  variables: ['nome'],
} as const;

async function show(headerMedia: 'file' | 'image' = 'file') {
  const core = new FakeCore();
  const { container } = render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <TemplateDialogContainer protocol="W1" onSent={() => undefined} onClose={() => undefined} />
      </TooltipProvider>
    </CoreProvider>,
  );
  act(() => core.set('templates:W1', { state: 'ready', items: [{ ...invoice, headerMedia }] }));
  await userEvent.click(screen.getByRole('radio', { name: /Segunda via/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ana');
  const choose = (file: File) => {
    const input = (container.ownerDocument.querySelector('[data-template-header]') ?? undefined) as HTMLInputElement;
    return userEvent.upload(input, file, { applyAccept: false });
  };
  return { core, choose };
}

const send = () => screen.getByRole('button', { name: 'Enviar modelo' });
const preview = () => screen.getByRole('region', { name: 'Prévia' });
const pdf = new File(['%PDF'], 'fatura.pdf', { type: 'application/pdf' });
const sentTemplates = (core: FakeCore) => core.intents.filter(({ type }) => type === 'sendTemplate');

test('a template with a document in its header is sent with the file that the agent chose [BEY-170]', async () => {
  const { core, choose } = await show();
  expect(preview()).toHaveTextContent('[Documento do cabeçalho]');
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await choose(pdf);
  expect(preview()).toHaveTextContent('fatura.pdf');
  await userEvent.click(send());
  expect(core.files).toEqual([pdf]);
  expect(sentTemplates(core)).toMatchObject([
    {
      templateId: 't1',
      variables: ['Ana'],
      file: { handle: 'file-1', name: 'fatura.pdf', mimetype: 'application/pdf', size: 4, recorded: false },
    },
  ]);
});

test('the file of a header may be an address, which is checked before it is sent [BEY-170]', async () => {
  const { core } = await show();
  const link = screen.getByRole('textbox', { name: 'Ou o endereço do arquivo' });
  await userEvent.type(link, 'http://exemplo.com/a.pdf');
  expect(screen.getByText('O endereço começa com https:// e não tem espaços')).toBeVisible();
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.clear(link);
  await userEvent.type(link, 'https://exemplo.com/a.pdf');
  expect(preview()).toHaveTextContent('https://exemplo.com/a.pdf');
  await userEvent.click(send());
  expect(sentTemplates(core)).toMatchObject([{ templateId: 't1', headerLink: 'https://exemplo.com/a.pdf' }]);
});

test('a file that the header does not accept is refused with the reason and not sent [BEY-170]', async () => {
  const { core, choose } = await show('image');
  core.plans.set('application/pdf', {
    kind: 'refused',
    reason: { key: 'whatsapp.template.onlyImages', params: {}, fallback: '' },
  });
  await choose(pdf);
  expect(screen.getByRole('alert')).toHaveTextContent('O cabeçalho deste modelo só aceita imagens JPEG e PNG');
  expect(send()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Remover fatura.pdf' }));
  await choose(new File(['png'], 'foto.png', { type: 'image/png' }));
  expect(screen.getByRole('img', { name: 'foto.png' })).toBeVisible();
  await userEvent.click(send());
  expect(sentTemplates(core)).toMatchObject([{ file: { name: 'foto.png' } }]);
});

test('the field of the name has the name of a registered customer, and the agent may change it', async () => {
  const core = new FakeCore();
  core.set('job:W1', { protocol: 'W1', name: 'Helena Prado', channel: 'whatsapp', registered: true });
  core.set('templates:W1', { state: 'ready', items: [{ ...invoice, headerMedia: undefined }] });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <TemplateDialogContainer protocol="W1" onSent={() => undefined} onClose={() => undefined} />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('radio', { name: /Segunda via/ }));
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('Helena Prado');
  await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), ' Lima');
  await userEvent.click(send());
  expect(sentTemplates(core)).toMatchObject([{ variables: ['Helena Prado Lima'] }]);
});

test.each([
  ['https://exemplo.com/a/fatura.pdf?m=11', true],
  ['https://exemplo.com', true],
  ['http://exemplo.com/a.png', false],
  ['javascript:alert(1)', false],
  ['https:///a.png', false],
  ['https://localhost/a.png', false],
  ['https://banco.com@golpe.com/a.png', false],
  ['https://exemplo.com/a b.png', false],
  ['', false],
])('the address %s of a header’s file is accepted: %s [BEY-170]', (link, expected) => {
  expect(isHeaderLink(link)).toBe(expected);
});
