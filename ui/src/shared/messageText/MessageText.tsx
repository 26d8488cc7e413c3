// The text of a message in the form that the customer sees: the network's marks, safe links, numbers that can be called and protocols that can be
// opened (BEY-163). The parts are elements; nothing of a text becomes HTML.
import { TriangleAlert } from 'lucide-react';
import { Fragment, useContext, useMemo, type ReactNode } from 'react';
import { Icon } from '../../design/icons/Icon';
import { openLink } from '../../design/openLink';
import { useTranslation } from '../../i18n/useTranslation';
import { NumberButton } from '../NumberButton';
import { chooserOf, NumberContext } from '../numberChannels';
import { hostView } from './hosts';
import { MessageTextContext } from './messageTextContext';
import { messageBlocks, type MessageBlock, type MessagePart } from './messageText';
import { useSkeleton } from './useSkeleton';
import styles from './MessageText.module.css';

export function MessageText({ text }: { text: string }) {
  return useBlocks(text).map((block, index) => <Block key={index} block={block} />);
}

/** A text with its own direction. Without lists and quotes it is inline, so that floating elements stay beside it. */
export function MessageBody({ text, className }: { text: string; className: string | undefined }) {
  const blocks = useBlocks(text);
  const Tag = blocks.every(({ kind }) => kind === 'paragraph') ? 'span' : 'div';
  return (
    <Tag dir="auto" className={className}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </Tag>
  );
}

function useBlocks(text: string): ReadonlyArray<MessageBlock> {
  const { network } = useContext(MessageTextContext);
  return useMemo(() => messageBlocks(text, network), [text, network]);
}

function Block({ block }: { block: MessageBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return <Parts parts={block.parts} />;
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <Parts parts={block.parts} />
        </blockquote>
      );
    case 'bullets':
      return (
        <ul className={styles.bullets}>
          {block.items.map((parts, index) => (
            <li key={index}>
              <Parts parts={parts} />
            </li>
          ))}
        </ul>
      );
    case 'numbers':
      return (
        <ol className={styles.numbers}>
          {block.items.map(({ value, parts }, index) => (
            <li key={index} value={value}>
              <Parts parts={parts} />
            </li>
          ))}
        </ol>
      );
  }
}

function Parts({ parts }: { parts: ReadonlyArray<MessagePart> }) {
  return parts.map((part, index) => <Fragment key={index}>{partOf(part)}</Fragment>);
}

function partOf(part: MessagePart): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'bold':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Parts parts={part.parts} />
        </s>
      );
    case 'code':
      return <code className={styles.code}>{part.text}</code>;
    case 'link':
      return <WebLink part={part} />;
    case 'email':
      return (
        <Outside href={part.href} title={part.address}>
          {part.text}
        </Outside>
      );
    case 'phone':
      return <Phone part={part} />;
    case 'protocol':
      return <Protocol part={part} />;
  }
}

function Outside({
  href,
  title,
  label,
  children,
}: {
  href: string;
  title: string;
  label?: string;
  children: ReactNode;
}) {
  return (
    <a
      className={styles.link}
      href={href}
      title={title}
      aria-label={label}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {children}
    </a>
  );
}

/** The tooltip and the text for screen readers contain the real host. */
function WebLink({ part }: { part: Extract<MessagePart, { kind: 'link' }> }) {
  const { t } = useTranslation();
  const { knownHosts } = useContext(MessageTextContext);
  const { href, host, typed, text } = part;
  const skeleton = useSkeleton(host);
  const { shown, warning } = hostView(host, typed, knownHosts, skeleton);
  const words = text.replace(typed, () => shown);
  // A hidden part would be copied together with the text.
  const link = (
    <Outside href={href} title={host} label={t('shell.link.opens', { text: words, host })}>
      {words}
    </Outside>
  );
  if (warning === undefined) return link;
  const reason = warning === 'mixed' ? t('shell.link.mixed') : t('shell.link.similar', { host: warning.similarTo });
  return (
    <>
      {link}
      <span className={styles.warning} role="img" aria-label={reason} title={reason}>
        <Icon glyph={TriangleAlert} size={14} />
      </span>
    </>
  );
}

function Phone({ part }: { part: Extract<MessagePart, { kind: 'phone' }> }) {
  const { network } = useContext(MessageTextContext);
  const onNumber = useContext(NumberContext);
  const channel = network === 'whatsapp' ? 'whatsapp' : 'voice';
  const onChoose = chooserOf({ phone: part.number, name: '', channel }, onNumber);
  if (onChoose !== undefined) return <NumberButton shown={part.text} onChoose={onChoose} className={styles.link} />;
  if (part.href === undefined) return part.text;
  return (
    <Outside href={part.href} title={part.number}>
      {part.text}
    </Outside>
  );
}

function Protocol({ part }: { part: Extract<MessagePart, { kind: 'protocol' }> }) {
  const { t } = useTranslation();
  const target = useContext(MessageTextContext).attendanceOf?.(part.protocol);
  if (target === undefined) return part.text;
  return (
    <a
      className={styles.link}
      href={target.href}
      title={t('shell.link.attendance', { protocol: part.protocol })}
      onClick={openLink(target.onOpen)}
    >
      {part.text}
    </a>
  );
}
