import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import classes from "./BackLink.module.css";

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ActionIcon component={Link} to={to} aria-label={label}>
      <IconArrowLeft className={classes.back} size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
