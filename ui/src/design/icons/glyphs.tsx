// Glyphs of our own: channels that the icon library does not draw, pause bars, the connection meter and the logo.
import type { ReactNode, SVGProps } from 'react';
import { useBrand } from '../../core/page/brand';

type GlyphProps = SVGProps<SVGSVGElement>;

function outline(props: GlyphProps, children: ReactNode) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" {...props}>
      {children}
    </svg>
  );
}

export function WhatsAppGlyph(props: GlyphProps) {
  return outline(
    props,
    <>
      <path d="M3.4 20.6l1.25-4.35A8.7 8.7 0 1 1 7.9 19.4z" />
      <path
        d="M9.1 8.1c-.5.1-1.2.8-1.2 1.9 0 2.7 3.4 6.1 6.1 6.1 1.1 0 1.8-.7 1.9-1.2l.1-.9-2-1-.9 1c-1.1-.4-2.1-1.4-2.5-2.5l1-.9-1-2z"
        fill="currentColor"
        stroke="none"
      />
    </>,
  );
}

export function InstagramGlyph(props: GlyphProps) {
  return outline(
    props,
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.8" cy="7.2" r="1.2" fill="currentColor" stroke="none" />
    </>,
  );
}

export function ChatGlyph(props: GlyphProps) {
  return outline(props, <path d="M20.5 14.5a2 2 0 0 1-2 2H8l-4.5 4V5.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2z" />);
}

export function PauseBarsGlyph(props: GlyphProps) {
  return outline(props, <path d="M8 5v14M16 5v14" />);
}

export interface LogoProps {
  size: number;
  /** The accessible name; without it the logo is decoration. */
  label?: string | undefined;
}

export function Logo({ size, label }: LogoProps) {
  const { logo } = useBrand();
  if (logo !== undefined) return <img src={logo} width={size} height={size} alt={label ?? ''} />;
  const naming = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  return (
    <svg width={size} height={size} viewBox="0 0 34 34" {...naming}>
      <rect width="34" height="34" rx="10" fill="var(--logo-surface)" />
      <path
        d="M9 21.5v-6.2C9 11.2 12.5 8 17 8s8 3.2 8 7.3"
        fill="none"
        stroke="var(--brand-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path
        d="M25 15.3v3.2c0 4.1-3.4 7.2-7.6 7.2H13"
        fill="none"
        stroke="var(--logo-mark)"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <circle cx="17" cy="16.6" r="2.5" fill="var(--logo-mark)" />
    </svg>
  );
}
