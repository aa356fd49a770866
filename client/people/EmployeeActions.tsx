import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconDotsVertical,
  IconEye,
  IconDoorExit,
  IconMail,
  IconMailOff,
  IconPencil,
  IconPower,
  IconTrash,
  IconTrendingUp,
  IconUserCheck,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { rehire } from "../../shared/employment/leaving.contract";
import { deleteUser, inviteUser, revokeInvitation, toggleUser } from "../../shared/people/user-changes.contract";
import { listUsers, readUser } from "../../shared/people/users.contract";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { keyOf, queryClient, useAction } from "../platform/query";
import { useOrganisationToday } from "../platform/useOrganisationToday";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { viewAs } from "../roles/useViewAs";
import { toast } from "../ui/toast/toast";
import type { EmployeeDetail } from "./EmployeeFacts";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

const changed = (message: string | undefined) => {
  if (message) toast.done(message);
  for (const read of [listUsers, readUser]) void queryClient.invalidateQueries({ queryKey: keyOf(read) });
};

/** What one may do with a person: the everyday thing as a button, the rest in a menu. What ends something asks first. */
export function EmployeeActions({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<"deactivate" | "delete" | null>(null);
  const { id, can, fullname = "", invited_until: invited } = employee;
  const params = { id };
  const done = { onSuccess: ({ message }: { message?: string }) => changed(message) };
  const today = useOrganisationToday();
  const again = useAction(rehire, done);
  const toggle = useAction(toggleUser, { ...done, onSettled: () => setAsks(null) });
  const invite = useAction(inviteUser, done);
  const revoke = useAction(revokeInvitation, done);
  const remove = useAction(deleteUser, {
    onSuccess: ({ message }) => {
      changed(message);
      void navigate(paths.employees);
    },
    onSettled: () => setAsks(null),
  });
  const works = can.edit && employee.active === true;
  const more =
    (works && can.change_employment) || can.activate || can.deactivate || can.delete || can.invite || can.view_as;
  return (
    <>
      {can.edit && (
        <Button component={Link} to={paths.employee("edit", id)} leftSection={<IconPencil {...icon} />}>
          {text("people.edit")}
        </Button>
      )}
      {more && (
        <Menu position="bottom-end" width={232}>
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label={text("people.actions")}>
              <IconDotsVertical {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {works && can.change_employment && (
              <Menu.Item component={Link} to={paths.promotion("create", id)} leftSection={<IconTrendingUp {...icon} />}>
                {text("people.promote")}
              </Menu.Item>
            )}
            {((works && can.deactivate) || (can.activate && !employee.last_day)) && (
              <Menu.Item component={Link} to={paths.termination("create", id)} leftSection={<IconDoorExit {...icon} />}>
                {text("people.leaves")}
              </Menu.Item>
            )}
            {can.invite && (
              <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => invite.mutate({ params })}>
                {text("people.inviteAgain")}
              </Menu.Item>
            )}
            {can.invite && invited && (
              <Menu.Item leftSection={<IconMailOff {...icon} />} onClick={() => revoke.mutate({ params })}>
                {text("people.revokeInvitation")}
              </Menu.Item>
            )}
            {can.activate && employee.last_day && (
              <Menu.Item
                leftSection={<IconUserCheck {...icon} />}
                onClick={() => again.mutate({ params, body: { date_of_joining: today } })}
              >
                {text("people.rehire")}
              </Menu.Item>
            )}
            {can.activate && !employee.last_day && (
              <Menu.Item leftSection={<IconPower {...icon} />} onClick={() => toggle.mutate({ params })}>
                {text("people.activate")}
              </Menu.Item>
            )}
            {can.deactivate && (
              <Menu.Item leftSection={<IconPower {...icon} />} onClick={() => setAsks("deactivate")}>
                {text("people.deactivate")}
              </Menu.Item>
            )}
            {can.view_as && (
              <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void viewAs({ user_id: id })}>
                {text("viewing.beginPerson", { name: fullname })}
              </Menu.Item>
            )}
            {can.delete && (
              <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => setAsks("delete")}>
                {text("people.delete")}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog
        opened={asks === "deactivate"}
        title={text("people.deactivate.ask", { name: fullname })}
        confirmLabel={text("people.deactivate")}
        onConfirm={() => toggle.mutate({ params })}
        onClose={() => setAsks(null)}
      >
        {text("people.deactivate.why")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === "delete"}
        title={text("people.delete.ask", { name: fullname })}
        confirmLabel={text("people.delete")}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setAsks(null)}
      >
        {text("people.delete.why")}
      </ConfirmDialog>
    </>
  );
}
