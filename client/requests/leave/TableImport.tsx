import { Button } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { CancelButton } from "../../ui/CancelButton";
import classes from "./calendar/Holidays.module.css";
import { emptySource, isEmptySource, type TableSource, TableSourceFields } from "./TableSourceFields";

interface PreviewAction {
  isPending: boolean;
  mutate: (input: { body: FormData }) => void;
  reset: () => void;
}

/** The table that is being imported, and its preview, which the server makes of `bodyOf`. */
export function useTableImport(preview: PreviewAction, bodyOf: (source: TableSource) => FormData) {
  const [source, setSource] = useState(emptySource);
  return {
    source,
    isPending: preview.isPending,
    check: (next: TableSource) => {
      setSource(next);
      preview.mutate({ body: bodyOf(next) });
    },
    type: (next: TableSource) => {
      setSource(next);
      preview.reset();
    },
  };
}

interface TableImportProps
  extends Pick<ComponentProps<typeof TableSourceFields>, "accept" | "contentLabel" | "detected"> {
  table: ReturnType<typeof useTableImport>;
  why: string;
  /** Imports the checked rows. */
  importButton: ReactNode;
  isImporting?: boolean;
  onClose: () => void;
  /** Choices and the preview. */
  children: ReactNode;
}

export function TableImport({ table, why, importButton, isImporting, onClose, children, ...fields }: TableImportProps) {
  const text = useText();
  const { source, isPending, check, type } = table;
  return (
    <div className={classes.import}>
      <p className={classes.why}>{why}</p>
      <TableSourceFields source={source} isPending={isPending} onType={type} onChoose={check} {...fields} />
      {children}
      <footer className={classes.footer}>
        <CancelButton isSending={isPending || isImporting} onClick={onClose} />
        {fields.detected ? (
          importButton
        ) : (
          <Button variant="filled" disabled={isEmptySource(source)} loading={isPending} onClick={() => check(source)}>
            {text("holiday.import.check")}
          </Button>
        )}
      </footer>
    </div>
  );
}
