// An error of a component replaces only the part inside this boundary: rail, chips and announcements keep working, and the part can be shown again.
import { Component, type ReactNode } from 'react';
import { RouteError } from './RouteError';

interface RouteBoundaryProps {
  children: ReactNode;
  /** Further action of the button, besides showing the part again. */
  onReload?: (() => void) | undefined;
  /** Called when the part failed or was shown again. */
  onBrokenChange?: ((isBroken: boolean) => void) | undefined;
}

export class RouteBoundary extends Component<RouteBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(): void {
    this.props.onBrokenChange?.(true);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <RouteError
        onReload={() => {
          this.props.onReload?.();
          this.props.onBrokenChange?.(false);
          this.setState({ broken: false });
        }}
      />
    );
  }
}
