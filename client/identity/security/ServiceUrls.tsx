import { Button } from "@mantine/core";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { copyText } from "../../ui/copy";
import classes from "./security.module.css";

export function ServiceUrls({ addresses }: { addresses: readonly (readonly [label: MessageId, address: string])[] }) {
  const text = useText();
  return (
    <dl className={classes.addresses}>
      {addresses.map(([label, address]) => (
        <div key={label}>
          <dt>{text(label)}</dt>
          <dd>
            <code dir="ltr">{address}</code>
            <Button
              size="xs"
              aria-label={text("signOn.copy", { name: text(label) })}
              onClick={() => void copyText(address, text("signOn.copied"))}
            >
              {text("recovery.copy")}
            </Button>
          </dd>
        </div>
      ))}
    </dl>
  );
}
