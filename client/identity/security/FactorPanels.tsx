import type { ConfirmFirst } from "./security.slots";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import {
  replaceRecoveryCodes,
  readSecondFactor,
  type SecondFactor,
} from "../../../shared/identity/session/second-factor.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useEndpoint } from "../../platform/query";
import { session } from "../session/session";
import { useTenant } from "../../platform/session";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { PasskeyPanel } from "./PasskeyPanel";
import classes from "./security.module.css";
import { TotpPanel } from "./TotpPanel";
import { usePasswordConfirmation } from "./usePasswordConfirmation";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { copyText } from "../../ui/copy";
import tones from "../../ui/layout/tones.module.css";

export interface FactorPanelProps {
  factors: SecondFactor;
  /** Runs a change and asks for the password if the server requires it. */
  run: ConfirmFirst["run"];
  busy: boolean;
  onChanged: () => void;
  /** Called with new recovery codes, which must be shown first. */
  onCodes: (codes: readonly string[]) => void;
}

export function FactorPanels() {
  const text = useText();
  const query = useEndpoint(readSecondFactor, {}, { staleTime: 0 });
  const { run, confirmed, busy, dialog } = usePasswordConfirmation();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const onChanged = () => {
    void refetch(readSecondFactor);
    session.send({ type: "accessChanged" }); // a user who was required to set up a factor may continue
  };
  const onCodes = (newCodes: readonly string[]) => {
    setCodes(newCodes);
    if (newCodes.length === 0) onChanged();
  };
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={3} height={72} />} failed={text("security.failed")}>
      {({ data: factors }) =>
        factors && (
          <>
            <TotpPanel {...{ factors, run, confirmed, busy, onChanged, onCodes }} />
            <PasskeyPanel {...{ factors, run, busy, onChanged, onCodes }} />
            {(factors.totp_since !== null || factors.passkeys.length > 0) && (
              <Panel title={text("recovery.title")} padded>
                <div className={classes.row}>
                  <p>{text("recovery.left", { count: factors.recovery_codes_left })}</p>
                  <Button
                    loading={busy}
                    onClick={() =>
                      run("recovery codes", async () => setCodes((await call(replaceRecoveryCodes)).recovery_codes))
                    }
                  >
                    {text("recovery.renew")}
                  </Button>
                </div>
              </Panel>
            )}
            <RecoveryCodes
              codes={codes}
              onClose={() => {
                setCodes([]);
                onChanged();
              }}
            />
            {dialog}
          </>
        )
      }
    </QueryBoundary>
  );
}

interface RecoveryCodesProps {
  /** New recovery codes; an empty list closes the dialog. */
  codes: readonly string[];
  onClose: () => void;
}

function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
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
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p className={tones.muted}>{text("recovery.once")}</p>
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
