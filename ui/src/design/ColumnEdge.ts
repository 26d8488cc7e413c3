// The splitter at the edge of a column. The landmark that fills the column renders it, because all content must be
// inside a landmark.
import { createContext, type ReactNode } from 'react';

export const ColumnEdge = createContext<ReactNode>(undefined);
