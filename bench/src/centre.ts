// Answers the core's requests like the contact centre, with the contract's examples: replaces this page's `fetch`.
import agentRecord from '../../docs/contract/agent-record.json';
import agentStatus from '../../docs/contract/agent-status.json';
import attendanceGroups from '../../docs/contract/attendance-groups.json';
import loginReply from '../../docs/contract/login-reply.json';
import agentPauses from '../../docs/contract/presence/agent-pauses.json';
import notifications from '../../docs/contract/presence/notifications.json';
import pauses from '../../docs/contract/presence/pauses.json';
import orgUnit from '../../docs/contract/org-unit.json';
import startListener from '../../docs/contract/start-listener-reply.json';
import systemReply from '../../docs/contract/system-reply.json';
import tags from '../../docs/contract/tags.json';
import validateReply from '../../docs/contract/validate-reply.json';
import newChat from '../../docs/contract/event-new-chat.json';
import type { Recording } from './recording';

export interface Centre {
  /** Requests in progress. */
  waiting(): number;
  idle(): Promise<void>;
}

export function answerAsCentre(recording: Recording): Centre {
  let waiting = 0;
  window.fetch = async (target) => {
    const url = new URL(target instanceof Request ? target.url : target, window.location.href);
    waiting += 1;
    try {
      await Promise.resolve();
      const body = JSON.stringify(
        answer(recording, url.pathname.replace('/api/', ''), Number(url.searchParams.get('after') ?? 0)),
      );
      const token = url.pathname.endsWith('/auth/login') ? { authorization: 'Bearer bench' } : undefined;
      return new Response(body, { headers: { 'content-type': 'application/json', ...token } });
    } finally {
      setTimeout(() => (waiting -= 1));
    }
  };
  const idle = async (): Promise<void> => {
    do await new Promise((soon) => setTimeout(soon));
    while (waiting > 0);
  };
  return { waiting: () => waiting, idle };
}

/** Size of a portion of messages; a client that gets a full portion requests the next one. */
const PAGE = 200;

function answer(recording: Recording, path: string, after: number): unknown {
  const inFuture = new Date(Date.now() + 300_000).toISOString();
  const thread = /^job\/(\d+)\/messages$/.exec(path)?.[1];
  if (thread !== undefined)
    return {
      customIds: [],
      data: recording
        .thread(thread)
        .filter(({ seq }) => seq > after)
        .slice(0, PAGE),
    };
  switch (path) {
    case 'auth/login':
      return loginReply;
    case 'auth/validate':
      return { ...validateReply, broker: { ...validateReply.broker, expiresAt: inFuture } };
    case 'agents/101':
      return agentRecord;
    case 'agents/101/status':
      return { ...agentStatus, asOfSeq: 0, epoch: newChat.epoch };
    case 'agents/101/jobs/active':
      return { asOfSeq: 0, epoch: newChat.epoch, data: { chat: recording.jobs } };
    case 'agents/101/member/attendance-groups':
    case 'attendance-group/agent':
      return attendanceGroups;
    case 'org-unit/1':
      return orgUnit;
    case 'system':
      return systemReply;
    case 'system/datetime':
      return { datetime: new Date().toISOString() };
    case 'pauses':
      return pauses;
    case 'pauses/agent/101':
      return agentPauses;
    case 'agents/notifications/agent':
      return { ...notifications, data: [] };
    case 'system/start-listener-queue':
      return startListener;
    default:
      if (path.startsWith('tags/protocol/')) return tags;
      throw new Error(`the bench has no answer for ${path}`);
  }
}
