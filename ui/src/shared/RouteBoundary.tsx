// Keeps a broken part of the screen from taking the rest with it: rail, chips and announcements stay alive, and the part can be shown again.
import { Component, type ReactNode } from 'react';
import { RouteError } from './RouteError';

interface RouteBoundaryProps {
  children: ReactNode;
  /** What the button does besides showing the part again. */
  onReload?: (() => void) | undefined;
}

export class RouteBoundary extends Component<RouteBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <RouteError
        onReload={() => {
          this.props.onReload?.();
          this.setState({ broken: false });
        }}
      />
    );
  }
}
