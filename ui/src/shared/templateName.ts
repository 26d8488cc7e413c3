// The name of a template as people read it: at the provider it is written in small letters and underscores.

/** `renovacao_de_contrato` is "Renovacao de contrato"; a name that people wrote stays as it is. */
export function templateName(name: string): string {
  const trimmed = name.trim();
  if (!/^[a-z0-9]+(?:[_.-]+[a-z0-9]+)*$/.test(trimmed)) return trimmed;
  const words = trimmed.replace(/[_.-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
