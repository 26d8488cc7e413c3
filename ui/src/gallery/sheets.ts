// Which sheets and screens the gallery has: its own list and the browser tests read them from here. A name becomes ?screen=…
export interface GallerySheet {
  title: string;
  /** What stands behind gallery.html? besides theme and language. */
  query: string;
}

const sheet = (title: string, query: string): GallerySheet => ({ title, query });

/** The states of the components, in the order of the design's own sheet. */
export const componentSheets: ReadonlyArray<GallerySheet> = [
  sheet('Cartão de atendimento', 'screen=jobs'),
  sheet('Canais e conexão', 'screen=channels'),
  sheet('Botões e campos', 'screen=controls'),
  sheet('Mensagens', 'screen=messages'),
  sheet('Compositor', 'screen=composer'),
  sheet('Detalhes do contato', 'screen=contacts'),
  sheet('Avisos, vazio, espera e erro', 'screen=notices'),
];

export const screens: ReadonlyArray<GallerySheet> = [
  sheet('Atendimento', 'screen=attendance'),
  sheet('Atendimento: detalhes na gaveta', 'screen=attendance&drawer=open'),
  sheet('Atendimento: lista no telefone', 'screen=attendance&pane=list'),
  sheet('Atendimento: nomes longos', 'screen=attendance&jobs=long'),
  sheet('Atendimento: nada aberto', 'screen=attendance&jobs=closed'),
  sheet('Atendimento: nenhum', 'screen=attendance&jobs=none'),
  sheet('Atendimento: em pausa', 'screen=attendance&jobs=paused'),
  sheet('Atendimento: desconectado', 'screen=attendance&jobs=disconnected'),
  sheet('Atendimento: carregando', 'screen=attendance&jobs=loading&context=loading&thread=loading'),
  sheet('Atendimento: não carregou', 'screen=attendance&jobs=failed&context=failed&thread=failed'),
  sheet('Atendimento: sem mensagens', 'screen=attendance&thread=empty'),
  sheet('Atendimento: lido até acima', 'screen=attendance&thread=above'),
  sheet('Atendimento: encerrado', 'screen=attendance&lock=closed'),
  sheet('Atendimento: canal desconectado', 'screen=attendance&lock=disconnected'),
  sheet('Atendimento: reconectando', 'screen=attendance&banner=reconnecting'),
  sheet('Atendimento: sem internet', 'screen=attendance&banner=offline'),
  sheet('Atendimento: parte quebrada', 'screen=attendance&broken=workspace'),
  sheet('Atendimento: página quebrada', 'screen=attendance&broken=page'),
  sheet('Supervisão', 'screen=supervision'),
  sheet('Supervisão: nomes longos', 'screen=supervision&board=long'),
  sheet('Supervisão: reconectando', 'screen=supervision&board=stale'),
  sheet('Supervisão: carregando', 'screen=supervision&board=loading'),
  sheet('Supervisão: não carregou', 'screen=supervision&board=failed'),
  sheet('Supervisão: ninguém', 'screen=supervision&board=none'),
  sheet('Supervisão: nada encontrado', 'screen=supervision&board=filtered'),
  sheet('Entrar', 'screen=login&state=plain'),
  sheet('Entrar: sessão expirada', 'screen=login&state=notice'),
  sheet('Entrar: recusado', 'screen=login&state=error'),
  sheet('Entrar: pendente', 'screen=login&state=pending'),
  sheet('Navegador não suportado', 'screen=pages&page=unsupported'),
  sheet('Esta aba foi desativada', 'screen=pages&page=tab'),
  sheet('Sem conexão', 'screen=pages&page=lost'),
  sheet('Reconectando', 'screen=pages&page=reconnecting'),
  sheet('Não foi possível abrir', 'screen=pages&page=startFailed'),
  sheet('Começar de novo', 'screen=pages&page=recovery'),
];

export const dialogs: ReadonlyArray<GallerySheet> = [
  sheet('Qualificar', 'screen=dialog&name=qualification'),
  sheet('Qualificar: carregando', 'screen=dialog&name=qualificationLoading'),
  sheet('Qualificar: não carregou', 'screen=dialog&name=qualificationNotLoaded'),
  sheet('Qualificar: sem opções', 'screen=dialog&name=qualificationNone'),
  sheet('Qualificar: campos faltam', 'screen=dialog&name=qualificationInvalid'),
  sheet('Qualificar: recusado', 'screen=dialog&name=qualificationFailed'),
  sheet('Qualificar: pendente', 'screen=dialog&name=qualificationPending'),
  sheet('Finalizar', 'screen=dialog&name=finish'),
  sheet('Finalizar: pendente', 'screen=dialog&name=finishPending'),
  sheet('Finalizar: recusado', 'screen=dialog&name=finishFailed'),
  sheet('Pausar', 'screen=dialog&name=pause'),
  sheet('Pausar: um canal', 'screen=dialog&name=pauseOne'),
  sheet('Pausar: nome longo', 'screen=dialog&name=pauseLong'),
  sheet('Pausar: carregando', 'screen=dialog&name=pauseLoading'),
  sheet('Pausar: não carregou', 'screen=dialog&name=pauseNotLoaded'),
  sheet('Pausar: sem motivos', 'screen=dialog&name=pauseNone'),
  sheet('Pausar: pendente', 'screen=dialog&name=pausePending'),
  sheet('Ausente', 'screen=dialog&name=agentAbsent'),
  sheet('Ausente, voltando', 'screen=dialog&name=agentAbsentPending'),
  sheet('A pausa passou do tempo', 'screen=dialog&name=pauseAlert'),
  sheet('A pausa passou do tempo, em dois canais', 'screen=dialog&name=pauseAlertTwo'),
  sheet('Problema de conexão: internet', 'screen=dialog&name=problemInternet'),
  sheet('Problema de conexão: servidor', 'screen=dialog&name=problemBackend'),
  sheet('Reconectando', 'screen=dialog&name=reconnecting'),
  sheet('Reconectando agora', 'screen=dialog&name=reconnectingNow'),
  sheet('Problema de conexão: voz', 'screen=dialog&name=problemVoice'),
  sheet('Problema de conexão: aparelho', 'screen=dialog&name=problemDevice'),
  sheet('Problema de conexão', 'screen=dialog&name=problem'),
  sheet('Ramal', 'screen=dialog&name=extension'),
  sheet('Ramal: inválido', 'screen=dialog&name=extensionInvalid'),
  sheet('Ramal: recusado', 'screen=dialog&name=extensionFailed'),
  sheet('Ramal: pendente', 'screen=dialog&name=extensionPending'),
  sheet('Desconectar com atendimentos', 'screen=dialog&name=confirmDisconnect'),
  sheet('Sair', 'screen=dialog&name=logOff'),
  sheet('Preferências', 'screen=dialog&name=preferences'),
  sheet('Preferências: notificações bloqueadas', 'screen=dialog&name=preferencesDenied'),
  sheet('Preferências: sons bloqueados', 'screen=dialog&name=preferencesBlocked'),
  sheet('Marcar ausente', 'screen=dialog&name=confirmAbsent'),
  sheet('Tirar ausência', 'screen=dialog&name=confirmPresent'),
  sheet('Encerrar sessão', 'screen=dialog&name=confirmForceDisconnect'),
  sheet('Encerrar sessão com atendimentos', 'screen=dialog&name=confirmForceDisconnectOpen'),
];

export const allSheets: ReadonlyArray<GallerySheet> = [...componentSheets, ...screens, ...dialogs];
