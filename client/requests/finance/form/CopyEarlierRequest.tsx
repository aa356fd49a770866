import { Button, Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { listFinance, readFinance } from "../../../../shared/requests/finance/finance.contract";
import type { Finance, FinanceDetail } from "../../../../shared/requests/finance/finance-reply.contract";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { Money } from "../../../ui/signs/Money";
import { earlierRequestsQuery } from "../finance.query";
import classes from "./FinanceForm.module.css";

interface EarlierRequestProps {
  except: number | null;
  onChosen: (request: FinanceDetail) => void;
}

export function CopyEarlierRequest({ except, onChosen }: EarlierRequestProps) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  const query = useEndpoint(listFinance, { query: earlierRequestsQuery }, { enabled: opened });
  const rows = query.data?.data.filter(({ id }) => id !== except);
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
