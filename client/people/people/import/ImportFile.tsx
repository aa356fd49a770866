import { Button, FileButton } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { FileTextFields } from "../../../ui/fields/FileTextFields";
import { TableLayoutFields } from "../../../ui/fields/TableLayoutFields";
import { Panel } from "../../../ui/Panel";
import classes from "./Import.module.css";
import type { ImportState, ImportedFile } from "./useImport";

const accepted =
  ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function ImportFile({ state: { file, choose, reading, read, readAs } }: { state: ImportState }) {
  const text = useText();
  return (
    <>
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
          {read?.text && <FileTextFields text={read.text} disabled={reading} onChange={readAs} />}
          {read && <TableLayoutFields layout={read.layout} disabled={reading} onChange={readAs} />}
        </div>
      </Panel>
      {read && <Samples columns={read.columns} />}
    </>
  );
}

const samplesShown = 3;

function Samples({ columns }: Pick<ImportedFile, "columns">) {
  const text = useText();
  return (
    <Panel title={text("people.import.sample")}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a horizontally scrolling table must be reachable by keyboard */}
      <section className={classes.sample} aria-label={text("people.import.sample")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title }, at) => (
                <th key={at} scope="col">
                  <bdi>{title || text("people.import.untitled", { number: at + 1 })}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: samplesShown }, (_, row) => (
              <tr key={row}>
                {columns.map(({ samples }, at) => (
                  <td key={at}>
                    <bdi>{samples[row]}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
