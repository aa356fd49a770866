import type { ReactNode } from "react";
import { useFormat, useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import { Table } from "../../ui/Table";
import classes from "./operator.module.css";

export const Code = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className={classes.code}>
    {children}
  </bdi>
);

interface ListPanelProps {
  title: string;
  heads: readonly string[];
  none: string;
  /** Buttons in the head of the panel. */
  actions?: ReactNode;
  children: readonly ReactNode[];
}

/** A panel with a table that scrolls on narrow screens. */
export function ListPanel({ title, heads, none, actions, children }: ListPanelProps) {
  const text = useText();
  const { number } = useFormat();
  return (
    <Panel title={title} count={number(children.length)} end={actions}>
      {children.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={title}>
          <Table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head || <span className="sr-only">{text("operator.actions")}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </Table>
        </div>
      )}
    </Panel>
  );
}
