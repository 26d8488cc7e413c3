// The text of a template with the values of its variables (WAP-097).

/** A template as the provider of the route has it. */
export interface Template {
  id: string;
  name: string;
  language: string;
  header: string;
  /** With `{{1}}`, `{{2}}`, … for the variables. */
  body: string;
  footer: string;
  /** Labels of its buttons. */
  buttons: ReadonlyArray<string>;
  /** Names of the variables, in order; an empty name is shown as its number. */
  variables: ReadonlyArray<string>;
}

/** What a variable is called: its name, else its number. */
export function variableName({ variables }: Pick<Template, 'variables'>, index: number): string {
  const name = variables[index] ?? '';
  return name.trim() === '' ? String(index + 1) : name;
}

/** The body with the values; a variable without one shows its name in brackets. */
export function filledBody(template: Pick<Template, 'body' | 'variables'>, values: ReadonlyArray<string>): string {
  return template.body.replace(/\{\{(\d+)\}\}/g, (mark, number: string) => {
    const index = Number(number) - 1;
    if (index < 0 || index >= template.variables.length) return mark;
    const value = values[index] ?? '';
    return value.trim() === '' ? `[${variableName(template, index)}]` : value;
  });
}

/** The templates whose name or text contains the search, without regard to case and accents. */
export function foundTemplates<Item extends Pick<Template, 'name' | 'body'>>(
  templates: ReadonlyArray<Item>,
  search: string,
): ReadonlyArray<Item> {
  const wanted = folded(search.trim());
  return templates.filter(({ name, body }) => folded(name).includes(wanted) || folded(body).includes(wanted));
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
