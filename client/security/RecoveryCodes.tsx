import { Button, Modal } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useText } from "../platform/intl/useText";
import { useTenant } from "../platform/session";
import { copyText } from "../ui/copy";
import classes from "./security.module.css";

interface RecoveryCodesProps {
  /** Empty: nothing to show. */
  codes: readonly string[];
  onClose: () => void;
}

/** Shown this once: to be copied, or kept as a file. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const text = useText();
  const tenant = useTenant();
  const name = tenant?.tenant_name || tenant?.name || "";
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${name}\n\n${codes.join("\n")}\n`], { type: "text/plain" }));
    link.download = "recovery-codes.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <Modal
      opened={codes.length > 0}
      onClose={onClose}
      title={text("recovery.title")}
      size={460}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <p className={classes.why}>{text("recovery.once")}</p>
      <ul className={classes.codes} dir="ltr" aria-label={text("recovery.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyText(codes.join("\n"), text("recovery.copied"))}
        >
          {text("recovery.copy")}
        </Button>
        <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={save}>
          {text("recovery.download")}
        </Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text("recovery.saved")}
        </Button>
      </div>
    </Modal>
  );
}
