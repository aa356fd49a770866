import { Button, Modal } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { copyText } from "../../ui/copy";
import classes from "./security.module.css";
import tones from "../../ui/layout/tones.module.css";

export function CreatedToken({ token, onClose }: { token: string | null; onClose: () => void }) {
  const text = useText();
  return (
    <Modal
      opened={token !== null}
      onClose={onClose}
      title={text("apiTokens.made")}
      size={460}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={tones.muted}>{text("apiTokens.once")}</p>
      <code className={classes.secret} dir="ltr">
        {token}
      </code>
      <div className={classes.actions}>
        <Button onClick={() => void copyText(token ?? "", text("apiTokens.copied"))}>{text("recovery.copy")}</Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text("apiTokens.kept")}
        </Button>
      </div>
    </Modal>
  );
}
