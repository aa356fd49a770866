import { type ReactNode, useEffect, useRef } from "react";
import classes from "./TaskProperties.module.css";
import { FieldNote } from "./FieldNote";
import type { EditableField, TaskFields } from "./useTaskFields";

interface FieldRowProps {
  label: ReactNode;
  children: ReactNode;
  field?: EditableField;
  fields?: TaskFields;
  wide?: boolean;
  /** Whether the row's control gets the focus. */
  isRequested?: boolean;
}

export function FieldRow({ label, children, field, fields, wide, isRequested = false }: FieldRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRequested) row.current?.querySelector("button")?.focus();
  }, [isRequested]);
  return (
    <div ref={row} className={classes.row} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {field && fields && <FieldNote field={field} fields={fields} />}
    </div>
  );
}
