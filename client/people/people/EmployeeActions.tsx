import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconDotsVertical,
  IconEye,
  IconMail,
  IconMailOff,
  IconPencil,
  IconPower,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import {
  deleteUser,
  inviteUser,
  revokeInvitation,
  updateUser,
} from "../../../shared/people/people/user-changes.contract";
import { listUsers, readUser } from "../../../shared/people/people/users.contract";
import { useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { refetch, useAction } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { startViewingAs } from "../../identity/viewing/view-as";
import { toast } from "../../ui/toast/toast";
import { type EmployeeAction, type EmployeeDetail, employeeParts } from "./people.slots";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

const changed = (message: string | undefined) => {
  if (message) toast.done(message);
  void refetch(listUsers, readUser);
};

export function EmployeeActions({ employee }: { employee: EmployeeDetail }) {
  const text = useText();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<EmployeeAction | null>(null);
  const [confirming, setConfirming] = useState<"deactivate" | "delete" | null>(null);
  const { id, version, can, fullname = "", invited_until: until, invited_on: scheduled } = employee;
  const params = { id };
  const done = { onSuccess: ({ message }: { message?: string }) => changed(message) };
  const actions = employeeParts().actions.filter(({ isAvailable }) => isAvailable(employee));
  // The body names the requested state: a toggle would undo the same change of another administrator.
  const change = useAction(updateUser, {
    onSuccess: ({ data }) => changed(text(data.active ? "people.activated" : "people.deactivated")),
    // After a version conflict, the next attempt needs the current version.
    onProblem: () => void refetch(readUser),
    onSettled: () => setConfirming(null),
  });
  const setActive = (active: boolean) => change.mutate({ params, body: { active, version } });
  const invite = useAction(inviteUser, done);
  const revoke = useAction(revokeInvitation, done);
  const remove = useAction(deleteUser, {
    onSuccess: ({ message }) => {
      changed(message);
      void navigate(paths.employees);
    },
    onSettled: () => setConfirming(null),
  });
  const hasMenu = actions.length > 0 || can.activate || can.deactivate || can.delete || can.invite || can.view_as;
  return (
    <>
      {can.edit && (
        <Button component={Link} to={paths.employee("edit", id)} leftSection={<IconPencil {...icon} />}>
          {text("people.edit")}
        </Button>
      )}
      {hasMenu && (
        <Menu position="bottom-end" width={232}>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={text("people.actions")}>
              <IconDotsVertical {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action, at) => (
              <action.Item key={at} employee={employee} onOpen={() => setOpened(action)} />
            ))}
            {can.invite && (
              <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => invite.mutate({ params })}>
                {text(scheduled ? "people.inviteNow" : "people.inviteAgain")}
              </Menu.Item>
            )}
            {can.invite && (until || scheduled) && (
              <Menu.Item leftSection={<IconMailOff {...icon} />} onClick={() => revoke.mutate({ params })}>
                {text("people.revokeInvitation")}
              </Menu.Item>
            )}
            {can.activate && !employee.last_day && (
              <Menu.Item leftSection={<IconPower {...icon} />} onClick={() => setActive(true)}>
                {text("people.activate")}
              </Menu.Item>
            )}
            {can.deactivate && (
              <Menu.Item leftSection={<IconPower {...icon} />} onClick={() => setConfirming("deactivate")}>
                {text("people.deactivate")}
              </Menu.Item>
            )}
            {can.view_as && (
              <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => void startViewingAs({ user_id: id })}>
                {text("viewing.beginPerson", { name: fullname })}
              </Menu.Item>
            )}
            {can.delete && (
              <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => setConfirming("delete")}>
                {text("people.delete")}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {opened?.Dialog && <opened.Dialog employee={employee} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        opened={confirming === "deactivate"}
        title={text("people.deactivate.ask", { name: fullname })}
        confirmLabel={text("people.deactivate")}
        onConfirm={() => setActive(false)}
        onClose={() => setConfirming(null)}
      >
        {text("people.deactivate.why")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={confirming === "delete"}
        title={text("people.delete.ask", { name: fullname })}
        confirmLabel={text("people.delete")}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setConfirming(null)}
      >
        {text("people.delete.why")}
      </ConfirmDialog>
    </>
  );
}
