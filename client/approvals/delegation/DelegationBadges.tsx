import { Tooltip } from "@mantine/core";
import { IconArrowsExchange, IconUserShare } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { firstNameOf } from "../../ui/signs/people";
import classes from "./DelegationBadges.module.css";
import { useDelegations } from "./useDelegations";

/** Shows an active delegation in the top bar of the delegator and of the delegate, each with the other user's first name. */
export function DelegationBadges() {
  const text = useText();
  const { delegatee, delegators } = useDelegations();
  const [first, ...others] = delegators;
  return (
    <>
      {delegatee && (
        <Tooltip label={text("delegation.badge.by.why", { name: delegatee.fullname })}>
          <Link to={paths.delegation} className={classes.badge}>
            <IconUserShare size={14} stroke={1.75} aria-hidden />
            <bdi>{text("delegation.badge.by", { name: firstNameOf(delegatee.fullname) })}</bdi>
          </Link>
        </Tooltip>
      )}
      {first && (
        <Tooltip
          label={text("delegation.badge.for.why", { name: delegators.map(({ fullname }) => fullname).join(", ") })}
        >
          <Link to={paths.inbox} className={classes.badge} data-for>
            <IconArrowsExchange size={14} stroke={1.75} aria-hidden />
            <bdi>
              {text(others.length > 0 ? "delegation.badge.forMore" : "delegation.badge.for", {
                name: firstNameOf(first.fullname),
                count: others.length,
              })}
            </bdi>
          </Link>
        </Tooltip>
      )}
    </>
  );
}
