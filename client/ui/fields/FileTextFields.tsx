import { Alert, Select } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type Encoding, encodings, type Separator, separators } from "../../../shared/kernel/table-text";
import { useText } from "../../platform/intl/useText";
import classes from "./FileTextFields.module.css";

const regions = {
  "utf-8": "unicode",
  "utf-16le": "unicode",
  "utf-16be": "unicode",
  "windows-1252": "western",
  "windows-1250": "central",
  "windows-1251": "cyrillic",
  "windows-1253": "greek",
  "windows-1254": "turkish",
  "windows-1255": "hebrew",
  "windows-1256": "arabic",
  "windows-1257": "baltic",
  "windows-1258": "vietnamese",
  "windows-874": "thai",
  macintosh: "mac",
  "koi8-r": "cyrillic",
  "euc-kr": "korean",
  shift_jis: "japanese",
  "euc-jp": "japanese",
  gb18030: "chinese",
  big5: "taiwan",
} as const satisfies Record<Encoding, string>;

const separatorNames = { "\t": "tab", ";": "semicolon", ",": "comma", "|": "bar" } as const satisfies Record<
  Separator,
  string
>;

interface FileTextFieldsProps {
  text: { encoding: Encoding; separator: Separator; doubtful: boolean };
  /** Set for calendar files, which have no separator. */
  withoutSeparator?: boolean;
  disabled: boolean;
  onChange: (choice: { encoding?: Encoding; separator?: Separator }) => void;
}

export function FileTextFields({ text: read, withoutSeparator, disabled, onChange }: FileTextFieldsProps) {
  const text = useText();
  return (
    <>
      {read.doubtful && (
        <Alert color="yellow" icon={<IconAlertTriangle size={16} aria-hidden />}>
          {text("file.encoding.doubtful")}
        </Alert>
      )}
      <div className={classes.fields}>
        <Select
          label={text("file.encoding")}
          description={text("file.encoding.why")}
          data={encodings.map((encoding) => ({
            value: encoding,
            label: `${text(`file.region.${regions[encoding]}`)} (${encoding})`,
          }))}
          value={read.encoding}
          onChange={(encoding) => encoding && onChange({ encoding: encoding as Encoding })}
          allowDeselect={false}
          searchable
          disabled={disabled}
        />
        {!withoutSeparator && (
          <Select
            label={text("file.separator")}
            data={separators.map((separator) => ({
              value: separator,
              label: text(`file.separator.${separatorNames[separator]}`),
            }))}
            value={read.separator}
            onChange={(separator) => separator && onChange({ separator: separator as Separator })}
            allowDeselect={false}
            disabled={disabled}
          />
        )}
      </div>
    </>
  );
}
