// Tests of content that a network sends in a form of its own, shown as headings and lines.
import type { MessageDetails } from 'core-wasm';
import { expect, test } from 'vitest';
import { detailSections, type DetailWords } from './messageDetails';

const words: DetailWords = {
  ...{ order: 'Pedido', form: 'Formulário', choice: 'Opção', referral: 'Anúncio', product: 'Produto' },
  orderItem: (quantity, product, price) =>
    [`${quantity} × ${product}`, price].filter((part) => part !== '').join(' · '),
  shared: { post: 'Publicação', reel: 'Reel', storyMention: 'Menção', storyReply: 'Resposta' },
};
const sections = (details: MessageDetails) =>
  detailSections(details, words, 'pt-BR').map(({ heading, lines }) =>
    [heading, ...lines].map((line) => line.replace(/\s/g, ' ')),
  );

test.each<[string, MessageDetails, string[][]]>([
  ['nothing', {}, []],
  [
    'an order',
    {
      order: {
        items: [
          { product: 'x1', quantity: '2', price: '30', currency: 'BRL' },
          { product: 'x2', quantity: '1' },
        ],
      },
    },
    [['Pedido', '2 × x1 · R$ 30,00', '1 × x2']],
  ],
  [
    'a price that is no number and one of no currency',
    {
      order: {
        items: [
          { product: 'a', quantity: '1', price: 'grátis', currency: 'BRL' },
          { product: 'b', quantity: '1', price: '3', currency: '?' },
        ],
      },
    },
    [['Pedido', '1 × a · grátis BRL', '1 × b · 3 ?']],
  ],
  ['answers of a form', { form: [{ field: 'nome', value: 'Bia' }] }, [['Formulário', 'nome: Bia']]],
  ['the second line of a choice', { choice: 'Boleto' }, [['Opção', 'Boleto']]],
  [
    'an advertisement and the product that is asked about',
    { referral: { headline: 'Plano família', body: '', url: 'https://fb.me/1' }, product: { product: 'x1' } },
    [
      ['Produto', 'x1'],
      ['Anúncio', 'Plano família', 'https://fb.me/1'],
    ],
  ],
  ['a reel', { shared: { kind: 'reel', title: 'A obra', url: 'https://e.x' } }, [['Reel', 'A obra', 'https://e.x']]],
  ['what is shared without a kind', { shared: {} }, [['Publicação']]],
])('%s is readable [BEY-167]', (_, details, expected) => {
  expect(sections(details)).toEqual(expected);
});
