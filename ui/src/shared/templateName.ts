// The readable name of a template: at the provider it has small letters and underscores.

/** `renovacao_de_contrato` becomes "Renovacao de contrato"; a name in readable form stays unchanged. */
export function templateName(name: string): string {
  const trimmed = name.trim();
  if (!/^[a-z0-9]+(?:[_.-]+[a-z0-9]+)*$/.test(trimmed)) return trimmed;
  const words = trimmed.replace(/[_.-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
