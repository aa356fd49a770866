import { UserEntity } from "../../../server/people/people/user.entity";
import { mailsTo } from "../../support/mails";
import { testServer } from "../../support/server";
import type { Person, World } from "../../support/world";
import { type DirectoryClient, withDirectory } from "./directory";

/** Address changes by the directory: the former address is notified and its links become invalid. */
const server = testServer();
let world: World;
let directory: DirectoryClient;
beforeEach(async () => {
  world = await server.world();
  directory = await withDirectory(server, world);
});

const subject = "Your e-mail address was changed";
const moved = () => `moved@${world.host}`;
const pathOf = ({ id }: { id: number }) => `/Users/${id}`;
const changeEmailBy: Record<string, (person: Person) => Promise<{ status: number }>> = {
  "a path": (person) =>
    directory.patch(pathOf(person), { op: "replace", path: 'emails[type eq "work"].value', value: moved() }),
  "no path": (person) => directory.patch(pathOf(person), { op: "replace", value: { userName: moved() } }),
  "the whole": async (person) => {
    const { body } = await directory.get(pathOf(person));
    const emails = [{ value: moved(), type: "work", primary: true }];
    return directory.call("PUT", pathOf(person), { ...body, emails });
  },
};

async function linkOf(email: string): Promise<string> {
  await world.api().post("/auth/reset/password/sendtoken", { email });
  const [mail] = await mailsTo(server, email);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "none";
}

const open = (email: string, token: string) => {
  const password = "Loud8Mountain";
  return world.api().post("/auth/reset/password/change", { email, token, password, password_confirmation: password });
};

test.each(Object.keys(changeEmailBy))(
  "a change by %s notifies the former address and voids its reset link",
  async (method) => {
    const { email } = world.employee;
    const token = await linkOf(email);
    expect((await changeEmailBy[method]?.(world.employee))?.status).toBe(200);
    const [, mail, ...otherMails] = await mailsTo(server, email, 2);
    expect([mail?.subject, otherMails]).toEqual([subject, []]);
    expect(mail?.text).not.toContain(moved());
    for (const currentEmail of [email, moved()])
      expect((await open(currentEmail, token)).body.code).toBe("session.resetTokenInvalid");
    expect((await open(moved(), await linkOf(moved()))).status).toBe(200);
  },
);

test("deleting and recreating a user with another address notifies the former one", async () => {
  const { id, email } = world.employee;
  // Referenced users are deactivated instead of deleted.
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.finance.id }, { managerId: id }));
  expect((await directory.call("DELETE", pathOf(world.employee))).status).toBe(204);
  const again = await directory.create({ userName: email, emails: [{ value: moved() }] });
  expect([again.status, again.body.id]).toEqual([201, String(world.employee.id)]);
  expect((await mailsTo(server, email)).map((mail) => mail.subject)).toEqual([subject]);
});

test("name changes, refused changes and new users cause no mail", async () => {
  const { employee, manager, hr } = world;
  await directory.patch(pathOf(employee), { op: "replace", path: "displayName", value: "Another Name" });
  await directory.patch(pathOf(hr), { op: "replace", path: "userName", value: moved() });
  await directory.create({ userName: `new@${world.host}`, displayName: "New Person" });
  // Mails are sent in order: earlier ones would have arrived before this last one.
  await directory.patch(pathOf(manager), { op: "replace", path: "userName", value: moved() });
  expect((await mailsTo(server, manager.email)).map((mail) => mail.subject)).toEqual([subject]);
  for (const email of [employee.email, hr.email, `new@${world.host}`])
    expect(await mailsTo(server, email, 0)).toEqual([]);
});
