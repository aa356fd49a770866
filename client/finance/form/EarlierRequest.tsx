import { Button, Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { listFinance, readFinance } from "../../../shared/finance/finance.contract";
import type { Finance, FinanceDetail } from "../../../shared/finance/finance-reply.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Money } from "../../ui/signs/Money";
import classes from "./FinanceForm.module.css";

interface EarlierRequestProps {
  /** The draft that is being written. */
  except: number | null;
  onChosen: (request: FinanceDetail) => void;
}

/** Begins a new request with the items of one of one's own. */
export function EarlierRequest({ except, onChosen }: EarlierRequestProps) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const query = useEndpoint(
    listFinance,
    { query: { scope: "mine", archived: "all", per_page: 20 } },
    { enabled: opened },
  );
  // What was never sent isn't an earlier request, least of all the one that is being written.
  const rows = query.data?.data.filter(({ id, status }) => id !== except && status !== "draft");
  const choose = async ({ id }: Finance) => {
    try {
      onChosen((await call(readFinance, { params: { id } })).data);
    } catch (error) {
      reportFailure(error as Error);
    }
  };
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={340}>
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}>
          {text("finance.startFromEarlier")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.earlier}>
        {rows?.length === 0 && <Menu.Label>{text("finance.noneEarlier")}</Menu.Label>}
        {!rows && <Menu.Label>{text("finance.loadingEarlier")}</Menu.Label>}
        {rows?.map((row) => (
          <Menu.Item key={row.id} onClick={() => void choose(row)} rightSection={<Money {...row} />}>
            <bdi>{row.title || row.number}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
