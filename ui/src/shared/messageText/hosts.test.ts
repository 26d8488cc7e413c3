// Tests of which hosts are shown as written, and which in their real form.
import unhomoglyph from 'unhomoglyph';
import { describe, expect, test } from 'vitest';
import { companyHosts, hostView } from './hosts';

const known = ['exemplo.com.br', 'oi.com'];
const hostOf = (typed: string): string => new URL(`https://${typed}`).host;
type Warning = ReturnType<typeof hostView>['warning'];
const similar = (similarTo: string): Warning => ({ similarTo });

describe('the host of a link [BEY-163]', () => {
  test.each<[typed: string, shown: string, warning: Warning]>([
    ['exemplo.com.br', 'exemplo.com.br', undefined],
    ['loja.exemplo.com.br', 'loja.exemplo.com.br', undefined],
    ['EXEMPLO.com.br', 'EXEMPLO.com.br', undefined],
    ['outra.com.br', 'outra.com.br', undefined],
    ['exemp1o.com.br', 'exemp1o.com.br', similar('exemplo.com.br')],
    ['exernplo.com.br', 'exernplo.com.br', similar('exemplo.com.br')],
    ['exempllo.com.br', 'exempllo.com.br', similar('exemplo.com.br')],
    ['exmeplo.com.br', 'exmeplo.com.br', similar('exemplo.com.br')],
    ['exemplo.co.br', 'exemplo.co.br', similar('exemplo.com.br')],
    ['loja.exempl0.com.br:8443', 'loja.exempl0.com.br:8443', similar('exemplo.com.br')],
    ['exemplo.com.br.golpe.net', 'exemplo.com.br.golpe.net', similar('exemplo.com.br')],
    ['exêmplo.com.br', 'xn--exmplo-jva.com.br', similar('exemplo.com.br')],
    ['ехемрlо.com.br', 'xn--l-itba2alk6a.com.br', similar('exemplo.com.br')],
    // Names of two letters are similar to too many others.
    ['ui.com', 'ui.com', undefined],
    ['café.com', 'café.com', undefined],
    ['münchen.de', 'münchen.de', undefined],
    ['пример.рф', 'пример.рф', undefined],
    ['日本語.jp', 'xn--wgv71a119e.jp', 'mixed'],
    ['аpple.com', 'xn--pple-43d.com', 'mixed'],
    ['аррӏе.com', 'xn--80ak6aa92e.com', 'mixed'],
    ['ｇｏｏｇｌｅ.com', 'google.com', undefined],
    ['xn--pple-43d.com', 'xn--pple-43d.com', undefined],
  ])('%s is shown as %s', (typed, shown, warning) => {
    expect(hostView(hostOf(typed), typed, known, unhomoglyph)).toEqual({ shown, warning });
  });

  test('without the table of similar letters a host of several alphabets is still shown in its safe form', () => {
    expect(hostView(hostOf('аpple.com'), 'аpple.com', known, undefined)).toEqual({
      shown: 'xn--pple-43d.com',
      warning: 'mixed',
    });
  });
});

test.each([
  ['roberto@exemplo.com.br', ['exemplo.com.br']],
  ['roberto@gmail.com', []],
  ['', []],
  ['sem arroba', []],
])('the company of %j has the hosts %j', (email, hosts) => {
  expect(companyHosts(email)).toEqual(hosts);
});
