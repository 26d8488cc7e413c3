// The text of a template in parts, so that values and gaps can be marked.
import { filledPart, variableName, type Template } from '../whatsapp/templateText';

export interface PreviewPart {
  kind: 'text' | 'value' | 'gap';
  text: string;
}

// Two characters that no text contains: around the number of a variable.
const [before, after] = ['\uE000', '\uE001'];
const marked = new RegExp(`${before}(\\d+)${after}`);

/** The parts of the header or the body. A variable without a value is a gap with its name. */
export function previewParts(
  template: Pick<Template, 'header' | 'body' | 'variables'>,
  part: 'header' | 'body',
  values: ReadonlyArray<string>,
): ReadonlyArray<PreviewPart> {
  const filled = filledPart(
    template,
    part,
    template.variables.map((_, index) => `${before}${index}${after}`),
  );
  return filled.split(marked).flatMap((text, place): PreviewPart[] => {
    // A pattern with one group splits into texts and, between them, the numbers of variables.
    if (place % 2 === 0) return text === '' ? [] : [{ kind: 'text', text }];
    const index = Number(text);
    const value = (values[index] ?? '').trim();
    return [value === '' ? { kind: 'gap', text: variableName(template, index) } : { kind: 'value', text: value }];
  });
}

/** The parts of a template of which only the text is known: its placeholders stand for the values. */
export function templateParts(body: string): ReadonlyArray<PreviewPart> {
  return body.split(/\{\{\s*([^{}]*?)\s*\}\}/).flatMap((text, place): PreviewPart[] => {
    if (text === '') return [];
    return [{ kind: place % 2 === 0 ? 'text' : 'value', text: place % 2 === 0 ? text : `{${text}}` }];
  });
}
