import { Button, FileButton } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { Panel } from "../../ui/Panel";
import classes from "./Import.module.css";
import type { ImportState } from "./useImport";

const accepted = ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Which file, and what is known of it. */
export function ImportFile({ state: { file, choose, reading, read } }: { state: ImportState }) {
  const text = useText();
  return (
    <Panel padded>
      <div className={classes.file}>
        <p>{text("people.import.why")}</p>
        <FileButton accept={accepted} onChange={choose}>
          {(props) => (
            <Button {...props} loading={reading} leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}>
              {text(file ? "people.import.another" : "people.import.choose")}
            </Button>
          )}
        </FileButton>
        {file && read && (
          <p role="status">
            <bdi>{file.name}</bdi>: {text("people.import.rows", { count: read.rows })}
          </p>
        )}
      </div>
    </Panel>
  );
}
