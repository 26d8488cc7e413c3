// Converts content that a network sends in a form of its own (an order, answers to a form, an advertisement …) to headings and lines, for bubbles
// and transcripts.
import type { MessageDetails } from 'core-wasm';

export interface DetailSection {
  heading: string;
  lines: ReadonlyArray<string>;
}

export interface DetailWords {
  order: string;
  orderItem: (quantity: string, product: string, price: string) => string;
  form: string;
  choice: string;
  referral: string;
  product: string;
  shared: Record<'post' | 'reel' | 'storyMention' | 'storyReply', string>;
}

export function detailSections(
  details: MessageDetails | undefined,
  words: DetailWords,
  language: string,
): ReadonlyArray<DetailSection> {
  const { order, form = [], choice = '', referral, product, shared } = details ?? {};
  const sections: DetailSection[] = [];
  const add = (heading: string, lines: ReadonlyArray<string | undefined>): void => {
    sections.push({ heading, lines: lines.filter((line): line is string => line !== undefined && line !== '') });
  };
  if (choice !== '') add(words.choice, [choice]);
  if (order !== undefined)
    add(
      words.order,
      (order.items ?? []).map(({ quantity = '', product: name = '', price = '', currency = '' }) =>
        words.orderItem(quantity, name, priceText(price, currency, language)),
      ),
    );
  if (form.length > 0)
    add(
      words.form,
      form.map(({ field = '', value = '' }) => `${field}: ${value}`),
    );
  if (product !== undefined) add(words.product, [product.product]);
  if (referral !== undefined) add(words.referral, [referral.headline, referral.body, referral.url]);
  if (shared !== undefined) add(words.shared[shared.kind ?? 'post'], [shared.title, shared.url]);
  return sections;
}

/** The amount as the network wrote it, if it has no valid number or currency. */
function priceText(price: string, currency: string, language: string): string {
  const amount = Number(price);
  if (price === '' || !Number.isFinite(amount) || !/^[A-Z]{3}$/.test(currency))
    return [price, currency].filter((part) => part !== '').join(' ');
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
}
