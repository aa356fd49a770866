import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

interface CreateLinkProps {
  to: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Primary action of a page, which opens the form for a new record. */
export const CreateLink = (props: CreateLinkProps) => (
  <Button component={Link} variant="filled" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} {...props} />
);
