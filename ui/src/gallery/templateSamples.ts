// Templates of the gallery: with variables, with a document above the text, and of text alone.
export const templateSamples = [
  {
    id: 'renewal',
    name: 'renovacao_contrato',
    language: 'pt_BR',
    header: '',
    body: 'Olá, {{1}}! Seu contrato vence em {{2}}. Podemos conversar sobre a renovação?',
    footer: 'Equipe de vendas',
    buttons: ['Quero renovar', 'Agora não'],
    variables: ['nome', ''],
  },
  {
    id: 'invoice',
    name: 'segunda_via',
    language: 'pt_BR',
    header: '',
    headerMedia: 'file' as const,
    body: 'Olá, {{1}}! Segue a segunda via da sua fatura.',
    footer: '',
    buttons: [],
    variables: ['nome'],
  },
  {
    id: 'greeting',
    name: 'saudacao',
    language: 'pt_BR',
    header: '',
    body: 'Olá! Como podemos ajudar?',
    footer: '',
    buttons: [],
    variables: [],
  },
];
