import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";

interface PanelBoundaryProps {
  title: string;
  children: ReactNode;
}

/** Where one panel breaks, or its module can't be loaded, it says so itself; the others stay. */
export class PanelBoundary extends Component<PanelBoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Panel title={this.props.title}>
        <ErrorState error={error} onRetry={() => this.setState({ error: null })} />
      </Panel>
    );
  }
}
