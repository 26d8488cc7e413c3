// The configuration files of Janus, Kamailio and baresip for tests.

/** @param {{ folder: string, port: number }} settings `port`: of the WebSocket */
export function janusConfiguration({ folder, port }) {
  return {
    'janus.jcfg': `general: {
  plugins_folder = "${folder}/plugins"
  transports_folder = "${folder}/transports"
  events_folder = "${folder}/empty"
  loggers_folder = "${folder}/empty"
  log_to_stdout = true
  debug_level = 4
  debug_timestamps = true
  interface = "127.0.0.1"
  server_name = "workspace-tests"
  session_timeout = 60
  reclaim_session_timeout = 20
  hide_dependencies = true
}
certificates: { }
media: {
  ipv6 = false
  rtp_port_range = "30000-30999"
}
nat: {
  full_trickle = true
  ice_lite = false
  ice_tcp = false
  ice_enforce_list = "lo"
  ignore_unreachable_ice_server = true
}
plugins: { }
transports: { }
`,
    'janus.plugin.sip.jcfg': `general: {
  local_ip = "127.0.0.1"
  sdp_ip = "127.0.0.1"
  keepalive_interval = 120
  behind_nat = false
  register_ttl = 60
  rtp_port_range = "31000-31999"
  sip_timer_t1x64 = 32000
  user_agent = "workspace-tests"
  events = false
}
`,
    'janus.transport.websockets.jcfg': `general: {
  json = "compact"
  ws = true
  ws_port = ${port}
  ws_ip = "127.0.0.1"
  wss = false
  ws_logging = "err,warn"
  pingpong_trigger = 30
  pingpong_timeout = 10
}
admin: {
  admin_ws = false
  admin_wss = false
}
cors: { }
certificates: { }
`,
  };
}

/** Numbers that the registrar answers itself, with the SIP code. An unknown number is answered 404. */
export const ANSWERED_BY_REGISTRAR = [486, 480, 603, 503];

/**
 * A registrar and proxy: the password of account N is \`pw-N\`; a phone that rings for 8 s without an answer ends the
 * call with 408.
 * @param {{ host: string, port: number, modules: string }} options
 */
export function kamailioConfiguration({ host, port, modules }) {
  const answered = ANSWERED_BY_REGISTRAR.map(
    (code) => `    if ($rU == "${code}") { sl_send_reply("${code}", "Answered by the registrar"); exit; }`,
  );
  return `#!KAMAILIO
debug=2
log_stderror=yes
fork=yes
children=1
disable_tcp=no
tcp_children=1
auto_aliases=no
listen=udp:${host}:${port}
listen=tcp:${host}:${port}
mpath="${modules}"
${['tm', 'tmx', 'sl', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'textops', 'siputils', 'xlog', 'auth']
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
modparam("usrloc", "db_mode", 0)
modparam("registrar", "min_expires", 5)
modparam("registrar", "default_expires", 60)
modparam("registrar", "max_contacts", 1)
modparam("tm", "fr_timer", 5000)
modparam("tm", "fr_inv_timer", 8000)
modparam("tm", "auto_inv_100", 1)
modparam("rr", "enable_full_lr", 1)

request_route {
  xlog("L_INFO", "$rm $ru from $fu\\n");
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("OPTIONS") && uri==myself) { sl_send_reply("200", "OK"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    t_relay(); exit;
  }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "pw-$tU", "0")) { auth_challenge("$td", "1"); exit; }
    if ($au != $tU) { sl_send_reply("403", "Forbidden auth user"); exit; }
    # 0x04 replaces the contact of a client that ended without unregistering.
    save("location", "0x04"); exit;
  }
  if (is_method("INVITE")) {
    record_route();
${answered.join('\n')}
  }
  if (!lookup("location")) {
    if (is_method("ACK")) exit;
    t_newtran(); t_reply("404", "Not Found"); exit;
  }
  t_relay();
}
`;
}

/**
 * A phone whose microphone is a tone of 440 Hz and which records the sound that it receives.
 * @param {{ account: string, host: string, control: number, registrar: string, folder: string }} settings
 */
export function baresipConfiguration({ account, host, control, registrar, folder }) {
  return {
    config: `poll_method epoll
sip_listen ${host}:5060
call_local_timeout 120
call_max_calls 4
audio_source ausine,440
audio_player aubridge,sink0
audio_alert aubridge,alert0
ausrc_format s16
auplay_format s16
ausrc_srate 48000
ausrc_channels 2
rtp_ports 32000-32999
rtcp_mux no
jitter_buffer_type fixed
jitter_buffer_delay 1-5
net_interface 127.0.0.1
module_path /usr/lib/baresip/modules
module g711.so
module ausine.so
module sndfile.so
module aubridge.so
snd_path ${folder}
module_tmp uuid.so
module_tmp account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen ${host}:${control}
ausine_frequency 440
dtmf_mode rtpevent
`,
    accounts: `<sip:${account}@${registrar}>;auth_user=${account};auth_pass=pw-${account};regint=60;answermode=manual;audio_codecs=PCMU/8000/1,PCMA/8000/1;outbound="sip:${registrar};transport=udp"\n`,
  };
}
