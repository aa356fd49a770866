import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArchive, IconBuildingBank, IconDots, IconReceipt2, IconSettings } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { useIsCompactWidth } from "../../platform/useIsPhoneWidth";
import { ArchiveRunDialog } from "./settings/ArchiveRunDialog";
import { PaymentRun } from "./payment/PaymentRun";

/** Actions for all requests: buttons, or a menu below 1280 px. */
export function FinanceActions() {
  const text = useText();
  const can = useCan();
  const compact = useIsCompactWidth();
  const menu = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<"run" | "archive" | null>(null);
  const close = () => {
    setOpened(null);
    // The menu entry that opened the dialog no longer exists, so the focus returns to the menu button.
    if (compact) menu.current?.focus();
  };
  if (!can(["payment-pay", "payment-settings"])) return null;
  const Action = compact ? MenuEntry : WideButton;
  const actions = (
    <>
      {can("payment-pay") && (
        <>
          <Action name={text("finance.run")} Icon={IconReceipt2} onOpen={() => setOpened("run")} />
          <Action name={text("title.paymentBatches")} Icon={IconBuildingBank} to={paths.paymentBatches} />
        </>
      )}
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
      {compact ? (
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

type ActionProps = { name: string; Icon: typeof IconArchive } & (
  | { to: string; onOpen?: never }
  | { to?: never; onOpen: () => void }
);

function WideButton({ name, Icon, to, onOpen }: ActionProps) {
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

function MenuEntry({ name, Icon, to, onOpen }: ActionProps) {
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
