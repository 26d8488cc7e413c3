// Tests of the parts of a text, by network: formatting marks by WhatsApp's rules, addresses, numbers and protocols; and that the
// parser takes little time for every text.
import { describe, expect, test } from 'vitest';
import { messageBlocks, messageWords, type MessageBlock, type MessagePart, type Network } from './messageText';

const written = (part: MessagePart): string => {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'bold':
    case 'italic':
    case 'strike':
      return `<${part.kind} ${part.parts.map(written).join('')}>`;
    case 'code':
      return `<code ${part.text}>`;
    case 'link':
      return `<link ${part.text} ${part.host}>`;
    case 'email':
      return `<email ${part.address}>`;
    case 'phone':
      return `<phone ${part.number}>`;
    case 'protocol':
      return `<protocol ${part.protocol}>`;
  }
};
const parts = (of: ReadonlyArray<MessagePart>): string => of.map(written).join('');
const block = (of: MessageBlock): string => {
  switch (of.kind) {
    case 'paragraph':
      return parts(of.parts);
    case 'quote':
      return `[quote ${parts(of.parts)}]`;
    case 'bullets':
      return `[bullets ${of.items.map(parts).join(' / ')}]`;
    case 'numbers':
      return `[numbers ${of.items.map((item) => `${item.value}) ${parts(item.parts)}`).join(' / ')}]`;
  }
};
const read = (text: string, network: Network): string => messageBlocks(text, network).map(block).join('|');

type Case = [text: string, network: Network, expected: string];

const marks: ReadonlyArray<Case> = [
  ['*negrito*', 'whatsapp', '<bold negrito>'],
  ['_itálico_', 'whatsapp', '<italic itálico>'],
  ['~riscado~', 'whatsapp', '<strike riscado>'],
  ['`código`', 'whatsapp', '<code código>'],
  ['```duas\nlinhas```', 'whatsapp', '<code duas\nlinhas>'],
  ['```\nbloco\n```', 'whatsapp', '<code bloco>'],
  ['*_as duas_*', 'whatsapp', '<bold <italic as duas>>'],
  ['_*~três~*_', 'whatsapp', '<italic <bold <strike três>>>'],
  ['um *dois* três', 'whatsapp', 'um <bold dois> três'],
  ['*duas palavras*', 'whatsapp', '<bold duas palavras>'],
  ['*oi*, _tudo_!', 'whatsapp', '<bold oi>, <italic tudo>!'],
  ['(*entre parênteses*)', 'whatsapp', '(<bold entre parênteses>)'],
  ['"*aspas*"', 'whatsapp', '"<bold aspas>"'],
  ['*😀*', 'whatsapp', '<bold 😀>'],
  ['😀*oi*😀', 'whatsapp', '😀<bold oi>😀'],
  ['2*3*4', 'whatsapp', '2*3*4'],
  ['snake_case_name', 'whatsapp', 'snake_case_name'],
  ['é*assim*', 'whatsapp', 'é*assim*'],
  ['*assim*é', 'whatsapp', '*assim*é'],
  ['*a b*c', 'whatsapp', '*a b*c'],
  ['*a* b*', 'whatsapp', '<bold a> b*'],
  ['*a', 'whatsapp', '*a'],
  ['a*', 'whatsapp', 'a*'],
  ['* a*', 'whatsapp', '[bullets a*]'],
  ['x * a *', 'whatsapp', 'x * a *'],
  ['*a *', 'whatsapp', '*a *'],
  ['*a\nb*', 'whatsapp', '*a\nb*'],
  ['*a _b* c_', 'whatsapp', '<bold a _b> c_'],
  ['_a *b_ c*', 'whatsapp', '<italic a *b> c*'],
  ['**a**', 'whatsapp', '*<bold a>*'],
  ['***', 'whatsapp', '***'],
  ['00020126580014br.gov.bcb.pix62070503***6304ABCD', 'whatsapp', '00020126580014br.gov.bcb.pix62070503***6304ABCD'],
  ['Nome: ____ Data: ____', 'whatsapp', 'Nome: ____ Data: ____'],
  ['`a *b* c`', 'whatsapp', '<code a *b* c>'],
  ['``` *a* https://exemplo.com ```', 'whatsapp', '<code  *a* https://exemplo.com >'],
  ['```sem fim', 'whatsapp', '```sem fim'],
  ['`sem fim\noutra`', 'whatsapp', '`sem fim\noutra`'],
  ['``', 'whatsapp', '``'],
  ['``````', 'whatsapp', '``````'],
  ['copo d`água e pau`d', 'whatsapp', 'copo d`água e pau`d'],
  ['- um\n- dois', 'whatsapp', '[bullets um / dois]'],
  ['* um\n* dois *três*', 'whatsapp', '[bullets um / dois <bold três>]'],
  ['-sem espaço', 'whatsapp', '-sem espaço'],
  ['1. um\n2. _dois_', 'whatsapp', '[numbers 1) um / 2) <italic dois>]'],
  ['7. sete\n9. nove', 'whatsapp', '[numbers 7) sete / 9) nove]'],
  ['1.5 litro', 'whatsapp', '1.5 litro'],
  ['> citado\n> mais\nresposta', 'whatsapp', '[quote citado\nmais]|resposta'],
  ['>sem espaço', 'whatsapp', '>sem espaço'],
  ['antes\n- um\ndepois', 'whatsapp', 'antes|[bullets um]|depois'],
  ['*negrito* e _mais_', 'chat', '<bold negrito> e <italic mais>'],
  ['*negrito* _a_ ~b~ `c` ```d```', 'instagram', '*negrito* _a_ ~b~ `c` ```d```'],
  ['- um\n> dois\n1. três', 'instagram', '- um\n> dois\n1. três'],
  ['*a*', 'plain', '*a*'],
  ['', 'whatsapp', ''],
  ['<b>oi</b> &amp; <script>alert(1)</script>', 'whatsapp', '<b>oi</b> &amp; <script>alert(1)</script>'],
];

const link = (shown: string, host: string): string => `<link ${shown} ${host}>`;
const example = link('https://exemplo.com', 'exemplo.com');
const addresses: ReadonlyArray<Case> = [
  ['veja https://exemplo.com.', 'instagram', `veja ${example}.`],
  [
    'https://exemplo.com, https://exemplo.com; https://exemplo.com: fim',
    'whatsapp',
    `${example}, ${example}; ${example}: fim`,
  ],
  [
    'https://exemplo.com! https://exemplo.com? https://exemplo.com...',
    'whatsapp',
    `${example}! ${example}? ${example}...`,
  ],
  [
    '(https://exemplo.com) [https://exemplo.com] "https://exemplo.com"',
    'whatsapp',
    `(${example}) [${example}] "${example}"`,
  ],
  ['<https://exemplo.com>', 'whatsapp', `<${example}>`],
  [
    'https://pt.wikipedia.org/wiki/Ponte_(estrutura).',
    'whatsapp',
    `${link('https://pt.wikipedia.org/wiki/Ponte_(estrutura)', 'pt.wikipedia.org')}.`,
  ],
  ['https://exemplo.com/doc/a_b_c', 'whatsapp', link('https://exemplo.com/doc/a_b_c', 'exemplo.com')],
  ['https://exemplo.com/a*b*c~d', 'whatsapp', link('https://exemplo.com/a*b*c~d', 'exemplo.com')],
  ['https://exemplo.com/a_', 'whatsapp', link('https://exemplo.com/a_', 'exemplo.com')],
  ['*https://exemplo.com*', 'whatsapp', `<bold ${example}>`],
  ['_https://exemplo.com/a_b_', 'whatsapp', `<italic ${link('https://exemplo.com/a_b', 'exemplo.com')}>`],
  ['*veja https://exemplo.com*', 'whatsapp', `<bold veja ${example}>`],
  ['https://exemplo.com*negrito*', 'whatsapp', `${example}*negrito*`],
  ['HTTPS://EXEMPLO.COM/A', 'whatsapp', link('HTTPS://EXEMPLO.COM/A', 'exemplo.com')],
  [
    'https://exemplo.com:8443/x?a=1&b=2#c',
    'whatsapp',
    link('https://exemplo.com:8443/x?a=1&b=2#c', 'exemplo.com:8443'),
  ],
  [
    'http://192.168.0.1/x http://localhost:3000',
    'whatsapp',
    `${link('http://192.168.0.1/x', '192.168.0.1')} ${link('http://localhost:3000', 'localhost:3000')}`,
  ],
  [
    'www.exemplo.com.br e exemplo.com.br',
    'whatsapp',
    `${link('www.exemplo.com.br', 'www.exemplo.com.br')} e ${link('exemplo.com.br', 'exemplo.com.br')}`,
  ],
  ['bit.ly/abc', 'whatsapp', link('bit.ly/abc', 'bit.ly')],
  ['obrigado.me liga, tudo ok.eu vou', 'whatsapp', 'obrigado.me liga, tudo ok.eu vou'],
  ['nota.zip contrato.pdf leia.md', 'whatsapp', 'nota.zip contrato.pdf leia.md'],
  ['R$ 10.00 em 12.05.2026, v1.2.3', 'whatsapp', 'R$ 10.00 em 12.05.2026, v1.2.3'],
  ['http://banco.com@golpe.com/x', 'whatsapp', 'http://banco.com@golpe.com/x'],
  ['http://ana:senha@golpe.com', 'whatsapp', 'http://ana:senha@golpe.com'],
  ['https://banco.com\\@golpe.com', 'whatsapp', 'https://banco.com\\@golpe.com'],
  ['https://exemplo.com/\u202egnp.exe', 'whatsapp', 'https://exemplo.com/\u202egnp.exe'],
  ['https://exem\u200bplo.com', 'whatsapp', 'https://exem\u200bplo.com'],
  ['javascript:alert(1) JAVASCRIPT:alert(1)', 'whatsapp', 'javascript:alert(1) JAVASCRIPT:alert(1)'],
  ['data:text/html,x vbscript:x file:///etc/passwd', 'whatsapp', 'data:text/html,x vbscript:x file:///etc/passwd'],
  ['ftp://exemplo.com/x', 'whatsapp', 'ftp://exemplo.com/x'],
  ['http:// https://. http://x', 'whatsapp', 'http:// https://. http://x'],
  ['https://аpple.com', 'whatsapp', link('https://аpple.com', 'xn--pple-43d.com')],
  ['ana@exemplo.com.', 'instagram', '<email ana@exemplo.com>.'],
  ['mailto:ana@exemplo.com', 'whatsapp', '<email ana@exemplo.com>'],
  [
    'ana_maria@exemplo.com e _bia@exemplo.com_',
    'whatsapp',
    '<email ana_maria@exemplo.com> e <italic <email bia@exemplo.com>>',
  ],
  ['tel:+55(11)98888-7777', 'whatsapp', '<phone +5511988887777>'],
  [`https://exemplo.com/${'a'.repeat(3000)}`, 'whatsapp', `https://exemplo.com/${'a'.repeat(3000)}`],
];

const numbers: ReadonlyArray<Case> = [
  ['ligue (11) 98765-4321.', 'whatsapp', 'ligue <phone 11987654321>.'],
  [
    '11 3456-7890, 11 98765 4321 e 011987654321',
    'whatsapp',
    '<phone 1134567890>, <phone 11987654321> e <phone 011987654321>',
  ],
  ['+55 11 98765-4321 / +1 (212) 555-0123', 'whatsapp', '<phone +5511987654321> / <phone +12125550123>'],
  ['telefone:11987654321', 'whatsapp', 'telefone:<phone 11987654321>'],
  ['*11987654321*', 'whatsapp', '<bold <phone 11987654321>>'],
  ['0800 123 4567', 'whatsapp', '<phone 08001234567>'],
  ['CPF 11987654321, pedido 11987654321', 'whatsapp', 'CPF 11987654321, pedido 11987654321'],
  ['123.456.789-09 e 12.345.678/0001-90', 'whatsapp', '123.456.789-09 e 12.345.678/0001-90'],
  ['R$ 11987654321', 'whatsapp', 'R$ 11987654321'],
  [
    '23793.38128 60007.827136 95000.063305 9 75520000019900',
    'whatsapp',
    '23793.38128 60007.827136 95000.063305 9 75520000019900',
  ],
  ['x11987654321 11987654321x 111987654321234', 'whatsapp', 'x11987654321 11987654321x 111987654321234'],
  ['protocolo 20261128000123.', 'whatsapp', 'protocolo <protocol 20261128000123>.'],
  ['nº 20261128-000123', 'instagram', 'nº <protocol 20261128-000123>'],
  ['20261328000123 e 202611280001234', 'whatsapp', '20261328000123 e 202611280001234'],
];

test('the table of texts has at least eighty rows', () => {
  expect(marks.length + addresses.length + numbers.length).toBeGreaterThanOrEqual(80);
});

describe('marks in a text [BEY-163]', () => {
  test.each(marks)('%j of %s', (text, network, expected) => {
    expect(read(text, network)).toBe(expected);
  });
});

describe('addresses in a text [BEY-163]', () => {
  test.each(addresses)('%j of %s', (text, network, expected) => {
    expect(read(text, network)).toBe(expected);
  });

  test('only http, https and mailto addresses become links, and tel addresses if they were written as such', () => {
    const found = addresses
      .flatMap(([text, network]) => messageBlocks(text, network))
      .flatMap((of) => ('parts' in of ? of.parts : []))
      .flatMap((part) => ('href' in part && part.href !== undefined ? [part.href] : []));
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((href) => !/^(https?:\/\/|mailto:|tel:\+?\d)/.test(href))).toEqual([]);
  });
});

describe('telephone numbers in a text [BEY-163]', () => {
  test.each(numbers)('%j of %s', (text, network, expected) => {
    expect(read(text, network)).toBe(expected);
  });
});

describe('a text without marks', () => {
  test.each<Case>([
    ['*negrito* e _itálico_ `x`', 'whatsapp', 'negrito e itálico x'],
    ['De ~R$ 100~ por *R$ 80*', 'whatsapp', 'De ~R$ 100~ por R$ 80'],
    ['- um\n2. dois\n> três', 'whatsapp', '• um\n2. dois\ntrês'],
    [
      'veja https://exemplo.com/a_b_ ou ligue (11) 98765-4321',
      'whatsapp',
      'veja https://exemplo.com/a_b_ ou ligue (11) 98765-4321',
    ],
    ['*negrito*', 'instagram', '*negrito*'],
  ])('%j of %s', (text, network, expected) => {
    expect(messageWords(text, network)).toBe(expected);
  });
});

test('every character of a text that is not markup is shown, whatever the text is', () => {
  const alphabet = [
    '*',
    '_',
    '~',
    '`',
    '```',
    '\n',
    ' ',
    'a',
    '1',
    '- ',
    '> ',
    '1. ',
    'https://a.com',
    '@b.co',
    '(',
    ')',
    '.',
  ];
  let seed = 163;
  const next = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: 1 + next(14) }, () => alphabet[next(alphabet.length)]).join('');
    const kept = (of: string): string => of.replace(/[^a-z0-9@:/().]/g, '');
    const shown = messageBlocks(text, 'whatsapp').map(signsOf).join('');
    expect([text, kept(shown)]).toEqual([text, kept(text)]);
  }
});

/** The displayed content of the block, with the numbers of its items. */
function signsOf(of: MessageBlock): string {
  const said = (part: MessagePart): string => ('parts' in part ? part.parts.map(said).join('') : part.text);
  if (of.kind === 'bullets') return of.items.map((item) => item.map(said).join('')).join('\n');
  if (of.kind === 'numbers')
    return of.items.map(({ value, parts: item }) => `${value}. ${item.map(said).join('')}`).join('\n');
  return of.parts.map(said).join('');
}

describe('the time to render a long text is proportional to its length', () => {
  const hostile = [
    ...['*a ', '*a* ', '*_~a~_*', '*_~', '`', ' `a', '```', '```a', '\n', '- a\n', '> _a\n', '_', '\u200b'],
    ...[
      'https://a.com/x ',
      'https://a.com,',
      'a.b.',
      'a@b.co,',
      '(((',
      'http://',
      'mailto:',
      'tel:',
      'www.',
      'a-',
      'a:',
    ],
    ...['1', '11987654321 ', '11 9', '+1 ', '20261128000123 ', '_https://a.com/b_ ', 'пример.рф '],
    // Runs without a space, of the maximum length that is parsed.
    ...['a@b.co,', 'https://a.com(', '_https://a.com/_', 'a.co*'].map((unit) => `${unit.repeat(8192 / unit.length)} `),
  ];
  /** The shortest of five runs: other work of the machine makes a run longer, never shorter. */
  const milliseconds = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = performance.now();
        messageBlocks(text, 'whatsapp');
        return performance.now() - start;
      }),
    );

  test.each(hostile.map((unit, index) => [index, unit.slice(0, 20), unit] as const))(
    '%i: of %j [BEY-163]',
    (_, __, unit) => {
      const of = (length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
      const short = milliseconds(of(8_192));
      const long = milliseconds(of(65_536));
      // Eight times the length may take eight times as long; a quadratic parser would take sixty-four times. Below four
      // milliseconds the clock is too coarse.
      expect(long).toBeLessThan(Math.max(short, 4) * 40);
    },
  );
});
