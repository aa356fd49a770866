import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArchive, IconDots, IconReceipt2, IconSettings } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { useCan } from "../platform/session";
import { useNarrow } from "../platform/useNarrow";
import { ArchiveRunDialog } from "./settings/ArchiveRunDialog";
import { PaymentRun } from "./PaymentRun";

/** What is done with all requests at once, as far as one may: a row of buttons, on a phone a menu. */
export function FinanceActions() {
  const text = useText();
  const can = useCan();
  const narrow = useNarrow();
  const menu = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<"run" | "archive" | null>(null);
  const close = () => {
    setOpened(null);
    // What had opened the dialog may have been an entry of the menu, which is gone.
    if (narrow) menu.current?.focus();
  };
  if (!can(["payment-pay", "payment-settings"])) return null;
  const Action = narrow ? Entry : Wide;
  const actions = (
    <>
      {can("payment-pay") && <Action name={text("finance.run")} Icon={IconReceipt2} onOpen={() => setOpened("run")} />}
      {can("payment-settings") && (
        <>
          <Action name={text("finance.archiveNow")} Icon={IconArchive} onOpen={() => setOpened("archive")} />
          <Action name={text("finance.settings")} Icon={IconSettings} to={paths.invoiceSettings} />
        </>
      )}
    </>
  );
  return (
    <>
      {narrow ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon ref={menu} size={36} variant="default" aria-label={text("finance.moreActions")}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{actions}</Menu.Dropdown>
        </Menu>
      ) : (
        actions
      )}
      <PaymentRun opened={opened === "run"} onClose={close} />
      <ArchiveRunDialog opened={opened === "archive"} onClose={close} />
    </>
  );
}

/** A page that is gone to, or a dialog that opens. */
type ActionProps = { name: string; Icon: typeof IconArchive } & (
  | { to: string; onOpen?: never }
  | { to?: never; onOpen: () => void }
);

function Wide({ name, Icon, to, onOpen }: ActionProps) {
  const leftSection = <Icon size={16} stroke={1.75} aria-hidden />;
  return to === undefined ? (
    <Button leftSection={leftSection} onClick={onOpen}>
      {name}
    </Button>
  ) : (
    <Button leftSection={leftSection} component={Link} to={to}>
      {name}
    </Button>
  );
}

function Entry({ name, Icon, to, onOpen }: ActionProps) {
  const leftSection = <Icon size={16} stroke={1.75} aria-hidden />;
  return to === undefined ? (
    <Menu.Item leftSection={leftSection} onClick={onOpen}>
      {name}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={leftSection} component={Link} to={to}>
      {name}
    </Menu.Item>
  );
}
