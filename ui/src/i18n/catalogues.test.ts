// The catalogues: the same keys and the same placeholders in every language, no empty sentence, and the specified texts verbatim.
import { describe, expect, test } from 'vitest';
import { catalogues } from './catalogues';
import { languages } from './language';

type Tree = { [key: string]: string | Tree };

function sentences(tree: Tree, path: ReadonlyArray<string> = []): ReadonlyArray<[string, string]> {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[[...path, key].join('.'), value] as [string, string]]
      : sentences(value, [...path, key]),
  );
}

function placeholders(sentence: string): ReadonlyArray<string> {
  return Array.from(sentence.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g), ([, name = '']) => name).sort();
}

const portuguese = new Map(sentences(catalogues['pt-BR']));

describe.each(languages.filter((language) => language !== 'pt-BR'))('the catalogue in %s', (language) => {
  const other = new Map(sentences(catalogues[language]));

  test('has exactly the keys of the Portuguese catalogue [SHELL-004]', () => {
    expect([...other.keys()].sort()).toEqual([...portuguese.keys()].sort());
  });

  test('has the same placeholders in every sentence', () => {
    const different = [...portuguese].filter(
      ([key, sentence]) => placeholders(sentence).join() !== placeholders(other.get(key) ?? '').join(),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });
});

test.each(languages)('no sentence is empty in %s', (language) => {
  const empty = sentences(catalogues[language]).filter(([, sentence]) => sentence.trim() === '');
  expect(empty).toEqual([]);
});

test.each(languages)('every plural has both forms in %s', (language) => {
  const keys = new Set(sentences(catalogues[language]).map(([key]) => key));
  const lonely = [...keys].filter(
    (key) =>
      (key.endsWith('_one') && !keys.has(key.replace(/_one$/, '_other'))) ||
      (key.endsWith('_other') && !keys.has(key.replace(/_other$/, '_one'))),
  );
  expect(lonely).toEqual([]);
});

// Rows of the specification that leave a text open and propose one.
test.each([
  ['SES-010', 'session.login.invalid', 'Usuário ou senha inválidos'],
  ['SES-010', 'session.login.alreadyConnected', 'Agente já está conectado'],
  ['SES-010', 'session.login.failed', 'Não foi possível realizar o login'],
  ['CHN-057', 'documents.errorConnectChannel', 'Não foi possível conectar o canal'],
  ['CHN-057', 'documents.errorDisconnectChannel', 'Não foi possível desconectar o canal'],
  ['CHN-057', 'documents.channelChat.errorConnect', 'Não foi possível conectar o canal de chat'],
  ['CHN-057', 'documents.channelChat.errorDisconnect', 'Não foi possível desconectar o canal de chat'],
  ['CHN-057', 'channels.chat.serverOffline', 'Servidor de chat offline'],
  ['CHT-011', 'documents.endChatByClient', 'O cliente encerrou o chat'],
  ['JOB-012', 'documents.jobFinished', 'Atendimento {{protocol}} finalizado'],
  ['CTC-015', 'contacts.identifierWhitespace', 'O identificador não pode conter espaços'],
  ['CTC-015', 'contacts.requiredField', 'Esse campo é obrigatório.'],
  ['QUA-016', 'documents.qualificationSuccess', 'Qualificação realizada com sucesso'],
  ['QUA-019', 'qualification.qualifiedEvent', 'Atendimento de {{channel}} {{protocol}} qualificado com sucesso'],
  ['SHELL-028', 'shell.form.required', 'Esse campo é obrigatório'],
  ['CHN-028', 'documents.voiceRestoredPaused', 'Conexão de voz restabelecida. Você continua em pausa'],
  ['CHN-028', 'documents.voiceRestoredAvailable', 'Conexão de voz restabelecida. Você está disponível'],
  ['VOI-047', 'documents.hangupVoiceCallFailure', 'Chamada finalizada por falha'],
  ['VOI-064', 'documents.cannotCallToContact', 'Não foi possível ligar para o contato'],
  ['VOI-064', 'documents.contactInBlacklist', 'O contato está na blacklist'],
  ['VOI-075', 'documents.triggerActiveJobError', 'Não foi possível iniciar o atendimento'],
  ['VOI-075', 'documents.cannotActiveJobBecauseInPause', 'Não é possível iniciar atendimento em pausa'],
  ['VOI-075', 'documents.alreadyInAttendance', 'Contato já está em atendimento com o agente {{id}} - {{name}}'],
  ['VOI-075', 'documents.alreadyPreferential', 'Contato é preferencial do agente {{id}} - {{name}}'],
  ['VOI-075', 'documents.clientOnHold', 'Cliente em espera na posição {{position}} da fila'],
  ['VOI-075', 'documents.callsBetweenAgentsNotAllowed', 'Chamadas entre agentes não são permitidas'],
  ['VOI-075', 'documents.agentVoiceDisconnected', 'Canal de voz desconectado'],
  ['VOI-079', 'documents.callAgainToContact', 'Ligando novamente para o contato'],
])('[%s] %s is the proposed text', (_row, key, sentence) => {
  expect(portuguese.get(key)).toBe(sentence);
});

// Rows whose proposed text was replaced (decision 93).
test.each([
  ['CTC-017', 'contacts.registerFirst', 'Cadastre o contato para continuar.'],
  ['VOI-047', 'documents.hangupVoiceCallAgent', 'Você encerrou a ligação'],
  [
    'WAP-058',
    'whatsapp.reopen.limitGlobal',
    'Você já tem o máximo de atendimentos neste canal. Finalize um para começar outro.',
  ],
  [
    'WAP-058',
    'whatsapp.reopen.limitQueue',
    'Você já tem o máximo de atendimentos desta fila. Finalize um para começar outro.',
  ],
  ['WAP-062', 'whatsapp.media.tooLarge', 'O arquivo deve ter no máximo 5 MB'],
])('[%s] %s is the decided text', (_row, key, sentence) => {
  expect(portuguese.get(key)).toBe(sentence);
});

// Texts that the documents specify verbatim; other tests prove that they appear.
test.each([
  ['jobs.restoreFailed', 'Não foi possível recuperar os atendimentos ativos.'],
  ['jobs.preview.own', 'Você: {{text}}'],
  ['contacts.saved', 'Alterações salvas com sucesso'],
  ['contacts.saveFailed', 'Ocorreu um erro ao salvar as alterações do contato'],
  ['contacts.loadFailed', 'Ocorreu um erro ao recuperar os dados do contato'],
  ['contacts.cause.blockedContact', 'Contato bloqueado'],
  ['contacts.cause.duplicateIdentifier', 'Identificador já cadastrado'],
  ['qualification.failed', 'Não foi possível realizar a qualificação.'],
  ['qualification.requiredField', 'Esse campo é obrigatório'],
  [
    'documents.callCongestion',
    'Não foi possível completar sua chamada, verifique o problema com sua operadora. Tente novamente',
  ],
  ['documents.rejectCallError', 'Nao foi possivel recusar o atendimento'],
  ['documents.scriptError', 'Ocorreu um erro ao recuperar o script de atendimento'],
])('the text of %s is that of the specification', (key, sentence) => {
  expect(portuguese.get(key)).toBe(sentence);
});
