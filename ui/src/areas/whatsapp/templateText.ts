// The text of a template with the values of its variables (WAP-097).
import type { TemplateRecord } from 'core-wasm';
import { templateName } from '../../shared/templateName';

/** The kinds of files that headers have. */
export type HeaderKind = 'image' | 'video' | 'file';

/** A template in the form of the route's provider. */
export interface Template {
  id: string;
  name: string;
  language: string;
  header: string;
  /** The kind of file above the text; each message brings its own file. */
  headerMedia?: HeaderKind | undefined;
  /** Text with placeholders, `{{1}}` or `{{name}}`. */
  body: string;
  footer: string;
  /** Labels of the template's buttons. */
  buttons: ReadonlyArray<string>;
  /** Names of the variables, in order; an empty name is shown as its number. */
  variables: ReadonlyArray<string>;
}

const headerKinds: Readonly<Partial<Record<string, HeaderKind>>> = { image: 'image', video: 'video', file: 'file' };

/** The server may omit empty fields. */
export function templateOf({
  id,
  name,
  language,
  header,
  headerMedia,
  body,
  footer,
  buttons,
  variables,
}: TemplateRecord): Template {
  return {
    id: id ?? '',
    name: name ?? '',
    language: language ?? '',
    header: header ?? '',
    headerMedia: headerMedia === undefined ? undefined : headerKinds[headerMedia],
    body: body ?? '',
    footer: footer ?? '',
    buttons: buttons ?? [],
    variables: variables ?? [],
  };
}

export type TemplatePart = 'header' | 'body' | 'button';

const prefixes = { header: 'header.', button: 'button.' } as const;

/** The part of the template that a variable belongs to. */
export function variablePart({ variables }: Pick<Template, 'variables'>, index: number): TemplatePart {
  const name = variables[index] ?? '';
  if (name.startsWith(prefixes.header)) return 'header';
  return name.startsWith(prefixes.button) ? 'button' : 'body';
}

/** The label of a variable within its part: its name, else its number. Buttons are counted from one. */
export function variableName(template: Pick<Template, 'variables'>, index: number): string {
  const name = template.variables[index] ?? '';
  if (name.trim() === '') return String(index + 1);
  switch (variablePart(template, index)) {
    case 'header':
      return name.slice(prefixes.header.length);
    case 'button':
      return String(Number(name.slice(prefixes.button.length)) + 1);
    case 'body':
      return name;
  }
}

const customerNames = new Set([
  'nome',
  'cliente',
  'nome cliente',
  'nome do cliente',
  'nome completo',
  'name',
  'full name',
  'fullname',
  'customer',
  'customer name',
]);
const firstNames = new Set(['primeiro nome', 'first name']);

/**
 * The values that the fields of a template have at first: the name of a registered customer where the variable is named so, else none. The
 * agent may change them.
 */
export function firstValues(template: Pick<Template, 'variables'>, customer: string | undefined): string[] {
  const name = customer?.trim() ?? '';
  return template.variables.map((_, index) => {
    if (variablePart(template, index) === 'button') return '';
    const word = variableName(template, index).toLowerCase().replace(/[_-]+/g, ' ').trim();
    if (customerNames.has(word)) return name;
    return firstNames.has(word) ? (name.split(/\s+/)[0] ?? '') : '';
  });
}

/**
 * The variable of a placeholder, by the rule of `wire::templates`: by name, else by its position among the variables that people named.
 */
function variableOf(
  template: Pick<Template, 'variables'>,
  part: TemplatePart,
  placeholder: string,
): number | undefined {
  const own = template.variables.flatMap((name, index) =>
    variablePart(template, index) === part
      ? [{ index, name: part === 'body' ? name : name.slice(prefixes[part].length) }]
      : [],
  );
  const named = own.find(({ name }) => name === placeholder);
  if (named !== undefined) return named.index;
  if (own.some(({ name }) => /^\d+$/.test(name)) || !/^\d+$/.test(placeholder)) return undefined;
  return own[Number(placeholder) - 1]?.index;
}

/** Fills the values into a part; a variable without a value shows its name in brackets. */
export function filledPart(
  template: Pick<Template, 'header' | 'body' | 'variables'>,
  part: 'header' | 'body',
  values: ReadonlyArray<string>,
): string {
  return template[part].replace(/\{\{([^{}]*)\}\}/g, (mark, placeholder: string) => {
    const index = variableOf(template, part, placeholder.trim());
    if (index === undefined) return mark;
    const value = oneLine(values[index] ?? '');
    return value === '' ? `[${variableName(template, index)}]` : value;
  });
}

/** Whether the network can fetch the header's file from this address, by the rule of `wire::templates`. */
export function isHeaderLink(link: string): boolean {
  return /^https:\/\/(?!\.)[^\s/?#@\\]*\.[^\s/?#@\\]*([/?#]\S*)?$/u.test(link.trim()) && link.trim().length <= 2048;
}

/** The first line of the text, with the names of its variables. */
export function firstLine(template: Pick<Template, 'header' | 'body' | 'variables'>): string {
  const lines = filledPart(template, 'body', []).split('\n');
  return oneLine(lines.find((line) => line.trim() !== '') ?? '');
}

/** A value in the form that networks accept: line breaks, tabs and runs of spaces become one space. */
export function oneLine(value: string): string {
  return value.split(/\s+/u).filter(Boolean).join(' ');
}

/** The value of a field after pasting: line breaks become spaces, because a field of one line would drop them. */
export function pastedValue(field: { value: string; start: number; end: number }, pasted: string): string {
  return field.value.slice(0, field.start) + pasted.replace(/\s+/gu, ' ') + field.value.slice(field.end);
}

/** The templates whose name or text contains the searched text, without regard to case and accents. */
export function foundTemplates<Item extends Pick<Template, 'name' | 'body'>>(
  templates: ReadonlyArray<Item>,
  search: string,
): ReadonlyArray<Item> {
  const wanted = folded(search.trim());
  return templates.filter(({ name, body }) =>
    [name, templateName(name), body].some((text) => folded(text).includes(wanted)),
  );
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
