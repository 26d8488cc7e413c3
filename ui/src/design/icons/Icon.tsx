// Renders an icon: decorative, in the sizes and strokes of the guide. The button or text with the icon has the
// accessible name.
import type { ComponentType, SVGProps } from 'react';

export type IconSize = 10 | 12 | 14 | 16 | 18 | 20 | 24;
export type Glyph = ComponentType<SVGProps<SVGSVGElement>>;

const strokeOf: Record<IconSize, number> = { 10: 2.4, 12: 2, 14: 1.75, 16: 1.75, 18: 1.75, 20: 1.6, 24: 1.5 };

export interface IconProps {
  glyph: Glyph;
  size?: IconSize;
  strokeWidth?: number;
  className?: string | undefined;
}

export function Icon({ glyph: GlyphShape, size = 16, strokeWidth, className }: IconProps) {
  return (
    <GlyphShape
      width={size}
      height={size}
      strokeWidth={strokeWidth ?? strokeOf[size]}
      className={className}
      aria-hidden="true"
      focusable="false"
    />
  );
}
