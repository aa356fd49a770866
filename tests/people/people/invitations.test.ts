import { unnamedSql } from "../../../server/platform/database/unit-of-work";
import { claimDueInvitation } from "../../../server/identity/session/invitation.service";
import type { Mail } from "../../../server/platform/mail/mail";
import { sendInvitations } from "../../../workers/people/people/invitations";
import { mailsTo } from "../../support/mails";
import { multipart } from "../../support/multipart";
import { jpeg, pdf, png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { waitUntil } from "../../support/wait-until";
import type { Person, World } from "../../support/world";

const server = testServer();
const chosen = "Quiet7Harbour";
let world: World;
let email: string;
beforeEach(async () => {
  world = await server.world();
  email = `hana@${world.host}`;
});

const hire = async () =>
  (await world.api(world.hr).post("/user", { fullname: "Hana Kim", email, role_id: world.roles.employee })).body.data;
const tokenOf = async (nth: number) =>
  /token=([\w-]+)/.exec((await mailsTo(server, email, nth)).at(-1)?.text ?? "")?.[1];
const accept = (token: string | undefined) =>
  world.api().post("/auth/reset/password/change", { token, email, password: chosen, password_confirmation: chosen });
const login = (password: string) => world.api().post("/auth/login", { email, password });

test("an invited user sets a password once and can log in", async () => {
  const person = await hire();
  expect(person.can.invite).toBe(true);
  expect(new Date(person.invited_until).getTime() - Date.now()).toBeGreaterThan(71 * 3_600_000);
  const token = await tokenOf(1);
  const accepted = await accept(token);
  expect([accepted.status, accepted.body.message]).toEqual([
    200,
    "Your password is set. You can log in now.", // no session was ended
  ]);
  expect((await accept(token)).status).toBe(422);
  expect((await login(chosen)).body.status).toBe("success");
  const { data } = (await world.api(world.hr).get(`/user/${person.id}`)).body;
  expect([data.invited_until, data.can.invite]).toEqual([null, false]);
  expect((await world.api(world.hr).post(`/user/${person.id}/invitation`)).body.code).toBe("user.notInvited");
});

test("sending, revoking and accepting an invitation updates open pages of the employee", async () => {
  const { id } = await hire();
  const updatesBy = async (act: () => PromiseLike<{ status: number }>) => {
    const mark = server.published.length;
    expect((await act()).status).toBe(200);
    return world
      .events(mark)
      .filter(({ event }) => event.type === "user.updated")
      .map(({ stream, event }) => [stream, (event.data as { id: number }).id]);
  };
  const updated = [[`directory:${world.tenantId}`, id]];
  expect(await updatesBy(() => world.api(world.hr).delete(`/user/${id}/invitation`))).toEqual(updated);
  expect(await updatesBy(() => world.api(world.hr).post(`/user/${id}/invitation`))).toEqual(updated);
  const token = await tokenOf(2);
  expect(await updatesBy(() => accept(token))).toEqual(updated);
  expect(await updatesBy(() => login(chosen))).toEqual([]);
});

test("an invitation expires after 72 hours; a new one replaces it", async () => {
  const { id } = await hire();
  const old = await tokenOf(1);
  await server.owner.query("UPDATE password_reset SET expires_at = now() WHERE user_id = $1", [id]);
  expect((await accept(old)).status).toBe(422);
  expect((await world.api(world.hr).post(`/user/${id}/invitation`)).status).toBe(200);
  const next = await tokenOf(2);
  expect(next).not.toBe(old);
  expect((await world.api(world.hr).post(`/user/${id}/invitation`)).status).toBe(200);
  expect((await accept(next)).status).toBe(422);
  expect((await accept(await tokenOf(3))).status).toBe(200);
});

test("after revoking an invitation, neither its link nor a reset opens the account", async () => {
  const { id } = await hire();
  const token = await tokenOf(1);
  const { data } = (await world.api(world.hr).delete(`/user/${id}/invitation`)).body;
  expect([data.invited_until, data.can.invite]).toEqual([null, true]);
  expect((await accept(token)).status).toBe(422);
  await world.api().post("/auth/reset/password/sendtoken", { email });
  const [row] = await server.owner.query<{ count: number }[]>(
    "SELECT count(*)::int AS count FROM password_reset WHERE user_id = $1 AND used_at IS NULL",
    [id],
  );
  expect(row?.count).toBe(0);
});

test("deactivation ends an invitation; inviting without user-create returns 403", async () => {
  const { id } = await hire();
  const token = await tokenOf(1);
  for (const person of [world.manager, world.employee])
    expect((await world.api(person).post(`/user/${id}/invitation`)).status).toBe(403);
  await world.api(world.hr).patch(`/user/${id}/status`);
  expect((await accept(token)).status).toBe(422);
  expect((await world.api(world.hr).post(`/user/${id}/invitation`)).body.code).toBe("user.notInvited");
});

test("correcting the e-mail invalidates the link sent to the wrong address", async () => {
  const { id } = await hire();
  const strangers = await tokenOf(1);
  const wrong = email;
  email = `hana.kim@${world.host}`;
  expect((await world.api(world.hr).post(`/user/${id}`, { email })).status).toBe(200);
  for (const confirmedEmail of [wrong, email]) {
    email = confirmedEmail;
    expect((await accept(strangers)).body.code).toBe("session.resetTokenInvalid");
  }
  const { data } = (await world.api(world.hr).get(`/user/${id}`)).body;
  expect([data.invited_until, data.can.invite]).toEqual([null, true]);
  expect((await world.api(world.hr).post(`/user/${id}/invitation`)).status).toBe(200);
  expect((await accept(await tokenOf(1))).status).toBe(200);
});

test("changing the e-mail invalidates a pending password reset", async () => {
  const { id, email: before } = world.employee;
  await world.api().post("/auth/reset/password/sendtoken", { email: before });
  email = before;
  const token = await tokenOf(1);
  expect((await world.api(world.hr).post(`/user/${id}`, { phone_number: "+49 30 1", email: before })).status).toBe(200);
  email = `moved@${world.host}`;
  expect((await world.api(world.hr).post(`/user/${id}`, { email })).status).toBe(200);
  expect((await accept(token)).body.code).toBe("session.resetTokenInvalid");
});

describe("initial password chosen by HR", () => {
  const initialPassword = "Loud8Mountain";
  const take = (by = world.hr) =>
    world.api(by).post("/user", {
      fullname: "Hana Kim",
      email,
      role_id: world.roles.employee,
      password: initialPassword,
      password_confirmation: initialPassword,
    });
  const signIn = async () => {
    const { body } = await login(initialPassword);
    return { body, api: world.api({ ...world.employee, token: body.access_token }) };
  };

  test("until an initial password is changed, every other call and file is refused", async () => {
    await take();
    const { body, api } = await signIn();
    expect(body.user.password_given).toBe(true);
    for (const url of ["/user", "/user/profile", "/user/select2", "/users/export?format=csv"])
      expect((await api.get(url)).body).toMatchObject({ code: "session.passwordGiven" });
    expect((await api.post("/user/image", {})).body.code).toBe("session.passwordGiven");
    expect((await api.get("/files/1/face.png")).body.code).toBe("session.passwordGiven");
    expect((await api.get("/auth/user")).status).toBe(200);
  });

  test("changing an initial password opens the account; reusing it is refused", async () => {
    await take();
    const { api } = await signIn();
    const change = (password: string) =>
      api.put("/user/password", { current_password: initialPassword, password, password_confirmation: password });
    expect((await change(initialPassword)).body.code).toBe("session.passwordReused");
    expect((await api.get("/user/profile")).status).toBe(403);
    expect((await change(chosen)).status).toBe(200);
    expect((await api.get("/user/profile")).status).toBe(200);
    expect((await api.get("/auth/user")).body.data.password_given).toBe(false);
  });

  test("a password reset by mail replaces an initial password too", async () => {
    const { id } = (await take()).body.data;
    await world.api().post("/auth/reset/password/sendtoken", { email });
    expect((await accept(await tokenOf(1))).status).toBe(200);
    const [row] = await server.owner.query<{ given: boolean }[]>(
      "SELECT password_given AS given FROM app_user WHERE id = $1",
      [id],
    );
    expect(row?.given).toBe(false);
  });
});

describe("images", () => {
  const send = (person: Person, name: string, bytes: Buffer, extraFields: { name: string; value: string }[] = []) =>
    world.api(person).send({
      method: "POST",
      url: "/user/image",
      ...multipart([{ name: "image", value: bytes, filename: name }, ...extraFields]),
    });

  test("an invalid, too large or missing image gets 422", async () => {
    const { employee } = world;
    for (const bytes of [pdf(), Buffer.from("<html>"), Buffer.concat([png(), Buffer.alloc(2 * 1024 * 1024)])]) {
      const { status, body } = await send(employee, "face.png", bytes);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["image"]]);
    }
    expect((await world.api(employee).post("/user/image", {})).body.errors).toHaveProperty("image");
  });

  test("users without user-edit can set only their own image", async () => {
    const { employee, hr, manager } = world;
    const { status, body } = await send(employee, "face.jpg", await jpeg());
    expect([status, body.image]).toEqual([200, expect.stringMatching(/^\/files\/\d+\/face\.jpg$/)]);
    expect((await world.api(manager).get(`/user/${employee.id}`)).body.data.image).toBe(body.image);
    const of = [{ name: "user_id", value: String(employee.id) }];
    expect((await send(manager, "a.png", png(), of)).status).toBe(403);
    const mark = server.published.length;
    const other = (await send(hr, "b.png", png(), of)).body.image;
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["user.updated"]);
    const { data } = (await world.api(hr).get(`/user/${employee.id}`)).body;
    expect(data.image).toBe(other);
    const [row] = await server.owner.query<{ files: number }[]>(
      "SELECT count(*)::int AS files FROM file WHERE tenant_id = $1",
      [world.tenantId],
    );
    expect(row?.files).toBe(1);
  });

  test("an SVG is returned without scripts", async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0L1 1" onclick="x"/></svg>';
    const { image } = (await send(world.employee, "face.svg", Buffer.from(drawing))).body;
    const { text } = await world.api(world.manager).get(image);
    expect(text).toContain("M0 0L1 1");
    expect(text).not.toMatch(/script|onclick/);
  });

  test("a signature must be a PNG and is visible only to its user and HR", async () => {
    const { employee, hr, manager, finance } = world;
    const sign = (bytes: Buffer, name: string) =>
      world.api(hr).send({
        method: "POST",
        url: `/user/${employee.id}`,
        ...multipart([{ name: "signature", value: bytes, filename: name }]),
      });
    expect(Object.keys((await sign(png(), "name.png")).body.errors)).toEqual(["signature"]);
    const { signature } = (await sign(await jpeg(), "name.jpg")).body.data;
    expect((await world.api(employee).get("/user/profile")).body.data.signature).toBe(signature);
    expect((await world.api(employee).get(signature)).status).toBe(200);
    for (const person of [manager, finance]) expect((await world.api(person).get(signature)).status).toBe(404);
  });
});

describe("invitations for the first day", () => {
  const log = { warn: () => {} } as never;
  const joins = async (from: number) =>
    (
      await world.tx((tx) =>
        tx.one<{ day: string }>(unnamedSql("SELECT (tenant_today() + $1::int)::text AS day"), [from]),
      )
    )?.day as string;
  const hireOn = async (date_of_joining: string, invite?: string) =>
    (
      await world
        .api(world.hr)
        .post("/user", { fullname: "Hana Kim", email, role_id: world.roles.employee, date_of_joining, invite })
    ).body;
  const send = (deliver: (mail: Mail) => Promise<void>) => {
    const { unitOfWork, config } = server.platform;
    return sendInvitations({ unitOfWork, config, log, mailer: { deliver } }, world.tenantId);
  };
  const arrive = (id: number) =>
    server.owner.query("UPDATE app_user SET joined_on = joined_on - 20 WHERE id = $1", [id]);

  test("a first-day invitation is sent on that day with a link valid from that day", async () => {
    const later = await joins(20);
    const { message, data } = await hireOn(later);
    expect([message, data.invited_on, data.invited_until]).toEqual([
      "The employee has been added. The invitation will be sent on the first day.",
      later,
      null,
    ]);
    const mails: Mail[] = [];
    const deliver = async (mail: Mail) => void mails.push(mail);
    expect(await send(deliver)).toBe(0);
    await arrive(data.id);
    const mark = server.published.length;
    expect(await send(deliver)).toBe(1);
    expect(await send(deliver)).toBe(0);
    expect(world.events(mark).map(({ event }) => event.type)).toEqual(["user.updated"]);
    const now = (await world.api(world.hr).get(`/user/${data.id}`)).body.data;
    expect(now.invited_on).toBeNull();
    expect(new Date(now.invited_until).getTime() - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect((await accept(/token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1])).status).toBe(200);
  });

  test("an invitation refused by the mail server is due again", async () => {
    const { data } = await hireOn(await joins(20));
    await arrive(data.id);
    const refuse = () => Promise.reject(new Error("refused"));
    expect(await send(refuse)).toBe(0);
    expect(await send(async () => {})).toBe(1);
  });

  test("while a worker sends one invitation, the others stay due", async () => {
    const people = [];
    for (const name of ["first", "second", "third"]) {
      email = `${name}@${world.host}`;
      people.push((await hireOn(await joins(20))).data);
    }
    for (const { id } of people) await arrive(id);
    let mails = 0;
    let finish = () => {};
    const slow = () => (++mails === 2 ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve());
    const first = send(slow);
    await waitUntil("the second mail is being sent", () => mails === 2);
    expect(await send(async () => {})).toBe(1);
    finish();
    expect(await first).toBe(2);
  });

  test("an invitation isn't due again once the user has signed in", async () => {
    const { data } = await hireOn(await joins(20));
    await arrive(data.id);
    const signIn = async () => {
      await server.owner.query("UPDATE app_user SET invited_at = NULL WHERE id = $1", [data.id]);
      throw new Error("refused");
    };
    expect(await send(signIn)).toBe(0);
    expect(await send(async () => {})).toBe(0);
  });

  test("a due invitation is claimed by one of two workers", async () => {
    const { data } = await hireOn(await joins(20));
    await arrive(data.id);
    const claimed = await world.tx(async (tx) => {
      const first = await claimDueInvitation(tx, 0);
      const second = await world.tx((other) => claimDueInvitation(other, 0));
      return [first?.id, second];
    });
    expect(claimed).toEqual([data.id, undefined]);
  });

  test("an invitation for the first day can be sent immediately or revoked", async () => {
    const { data } = await hireOn(await joins(20));
    const { invited_on, invited_until } = (await world.api(world.hr).post(`/user/${data.id}/invitation`)).body.data;
    expect([invited_on, invited_until]).toEqual([null, expect.any(String)]);
    email = `second@${world.host}`;
    const second = (await hireOn(await joins(20), "now")).data;
    expect([second.invited_on, second.invited_until]).toEqual([null, expect.any(String)]);
    email = `third@${world.host}`;
    const third = (await hireOn(await joins(20))).data;
    const revoked = (await world.api(world.hr).delete(`/user/${third.id}/invitation`)).body.data;
    expect([revoked.invited_on, revoked.can.invite]).toEqual([null, true]);
    email = `today@${world.host}`;
    expect((await hireOn(await joins(0))).data.invited_until).toEqual(expect.any(String));
  });
});
