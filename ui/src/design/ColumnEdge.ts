// What stands on the edge of a column, shown by the landmark that fills the column: everything on the page belongs to a landmark.
import { createContext, type ReactNode } from 'react';

export const ColumnEdge = createContext<ReactNode>(undefined);
