// The areas the rail can lead to, in the order of the specification: a built area is one entry here and its word in the catalogue.
import { Headset, LayoutList } from 'lucide-react';
import type { Glyph } from '../design/icons/Icon';

export type RailAreaName = 'attendance' | 'supervisor';

export interface RailAreaLook {
  glyph: Glyph;
}

export const railAreas: Record<RailAreaName, RailAreaLook> = {
  attendance: { glyph: Headset },
  supervisor: { glyph: LayoutList },
};

export interface RailArea {
  id: RailAreaName;
  href: string;
  current: boolean;
  unread?: number | undefined;
  onOpen: () => void;
}
