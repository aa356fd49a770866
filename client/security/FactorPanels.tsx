import { Button } from "@mantine/core";
import { useState } from "react";
import { newRecoveryCodes, readSecondFactor, type SecondFactor } from "../../shared/session/second-factor.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { keyOf, queryClient, useEndpoint } from "../platform/query";
import { session } from "../platform/session";
import { Panel } from "../ui/Panel";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import { PasskeyPanel } from "./PasskeyPanel";
import { RecoveryCodes } from "./RecoveryCodes";
import classes from "./security.module.css";
import { TotpPanel } from "./TotpPanel";
import { useConfirmFirst } from "./useConfirmFirst";

export interface FactorPanelProps {
  factors: SecondFactor;
  /** Runs a change; the password is asked for where it is wanted. */
  run: (act: () => Promise<void>) => void;
  busy: boolean;
  /** Something is there, or gone: look again. */
  onChanged: () => void;
  /** New recovery codes, to be shown before anything else happens. */
  onCodes: (codes: readonly string[]) => void;
}

/** One's second factors: an app, passkeys, recovery codes. */
export function FactorPanels() {
  const text = useText();
  const query = useEndpoint(readSecondFactor, {}, { staleTime: 0 });
  const { run, busy, dialog } = useConfirmFirst();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const onChanged = () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(readSecondFactor) });
    session.send({ type: "accessChanged" }); // whoever had to set one up may go on
  };
  const onCodes = (shown: readonly string[]) => {
    setCodes(shown);
    if (shown.length === 0) onChanged();
  };
  return (
    <QueryBoundary query={query} loading={<SkeletonRows rows={3} height={72} />} failed={text("security.failed")}>
      {({ data: factors }) =>
        factors && (
          <>
            <TotpPanel {...{ factors, run, busy, onChanged, onCodes }} />
            <PasskeyPanel {...{ factors, run, busy, onChanged, onCodes }} />
            {(factors.totp_since !== null || factors.passkeys.length > 0) && (
              <Panel title={text("recovery.title")} padded>
                <div className={classes.row}>
                  <p>{text("recovery.left", { count: factors.recovery_codes_left })}</p>
                  <Button
                    loading={busy}
                    onClick={() => run(async () => setCodes((await call(newRecoveryCodes)).recovery_codes))}
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
