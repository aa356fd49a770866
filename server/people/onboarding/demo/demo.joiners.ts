import type { StoredDemo } from "../../../platform/demo/demo.steps";

/** Hash of an unknown password: invited users set their own. */
const unknown = "$argon2id$v=19$m=19456,t=2,p=1$UdPscly/zJ0wpyCoDD5ijg$lF/Wnah5RTldem4EgQfsIcJS4UrfmK8HPKdFsPde8K8";

const lead = "grace.okafor@acme.test";

const addPerson = `INSERT INTO app_user (id, tenant_id, email, fullname, password_hash, role_id, position_id, department_id,
    parent_id, contract_type, joined_on, location, created_at)
  SELECT $1, g.tenant_id, $2, $3, $4, r.id, p.id, g.department_id, g.id, 'full_time_contract', tenant_today() - $5::int,
    'Erbil', now() - make_interval(days => GREATEST($5::int, 0))
  FROM app_user g JOIN role r ON r.tenant_id = g.tenant_id AND r.code = 'employee'
  JOIN position p ON p.tenant_id = g.tenant_id AND p.title = 'Service agent'
  WHERE g.tenant_id = current_tenant() AND g.email = '${lead}'`;

const rememberPassword = `INSERT INTO password_history (tenant_id, user_id, password_hash)
  SELECT current_tenant(), $1, $2`;

const invite = `WITH noted AS (UPDATE app_user SET invited_at = now() WHERE tenant_id = current_tenant() AND id = $1)
  INSERT INTO password_reset (tenant_id, user_id, token_hash, expires_at, purpose)
  SELECT current_tenant(), $1, sha256(gen_random_uuid()::text::bytea), now() + interval '72 hours', 'invitation'`;

const insertNotification = `INSERT INTO user_history (id, tenant_id, user_id, type, effective_on, actor_id, reason, created_at)
  SELECT $1, current_tenant(), $2, $3, tenant_today() - $4::int, h.id, $5, now() - make_interval(days => GREATEST($4::int, 0))
  FROM app_user h WHERE h.tenant_id = current_tenant() AND h.email = 'hr@acme.test'`;

const leave = `WITH gone AS (
    UPDATE app_user SET left_on = tenant_today() - $3::int, active = false WHERE tenant_id = current_tenant() AND id = $2
  ), change AS (
    INSERT INTO employment_change (id, tenant_id, user_id, type, effective_on, reason, status, requested_by, successor_id,
      created_at, settled_at)
    SELECT $1, current_tenant(), $2, 'resignation', tenant_today() - $3::int, 'Studies again', 'applied', h.id, g.id,
      now() - make_interval(days => $3::int + 30), now() - make_interval(days => $3::int)
    FROM app_user h, app_user g WHERE h.tenant_id = current_tenant() AND h.email = 'hr@acme.test'
      AND g.tenant_id = current_tenant() AND g.email = '${lead}' RETURNING tenant_id, id, successor_id
  )
  INSERT INTO employment_handover (tenant_id, change_id, kind, successor_id)
  SELECT tenant_id, id, 'tasks', successor_id FROM change`;

/** Onboarding template with tasks for HR, a named user and the manager. A trigger creates the lists from it. */
const preparations = `INSERT INTO onboarding_template (tenant_id, position, title, offset_days, duty, user_id)
  SELECT current_tenant(), w.position, w.title, w.days, w.duty, CASE WHEN w.duty = 'person' THEN p.id END
  FROM (VALUES (0, 'Contract signed and filed', -10, 'hr'), (1, 'Laptop set up', -3, 'person'),
    (2, 'Accounts and badge', -1, 'person'), (3, 'Welcome round', 0, 'manager'), (4, 'Safety briefing', 2, 'hr'),
    (5, 'First talk about goals', 14, 'manager')) AS w (position, title, days, duty)
  JOIN app_user p ON p.tenant_id = current_tenant() AND p.email = 'rojin.taha@acme.test'`;

/** Marks the onboarding tasks as announced, so that seeding causes no notifications. */
const prepared = `UPDATE onboarding_task SET announced_at = now(), reminded_at = now(),
    done_at = CASE WHEN position = 0 THEN now() END, done_by = CASE WHEN position = 0 THEN h.id END
  FROM app_user h WHERE onboarding_task.tenant_id = current_tenant() AND h.tenant_id = current_tenant() AND h.email = 'hr@acme.test'`;

const vacancies = `INSERT INTO vacancy (id, tenant_id, position_id, department_id, manager_id, acting_id, acting_until, opened_on)
  SELECT $1::bigint + w.place, m.tenant_id, p.id, m.department_id, m.id, a.id,
    CASE WHEN a.id IS NOT NULL THEN tenant_today() + 60 END, tenant_today() - 20
  FROM (VALUES (0, 'Dispatcher', 'azad.hassan@acme.test', ''), (1, 'Shift lead', '${lead}', 'samir.fares@acme.test'))
    AS w (place, title, manager, acting)
  JOIN app_user m ON m.tenant_id = current_tenant() AND m.email = w.manager
  JOIN position p ON p.tenant_id = m.tenant_id AND p.title = w.title
  LEFT JOIN app_user a ON a.tenant_id = m.tenant_id AND a.email = w.acting`;

const dotted = `INSERT INTO dotted_line (tenant_id, user_id, manager_id, begun_on)
  SELECT u.tenant_id, u.id, m.id, tenant_today() - 60
  FROM (VALUES ('samir.fares@acme.test', 'azad.hassan@acme.test'), ('rojin.taha@acme.test', '${lead}')) AS w (who, whom)
  JOIN app_user u ON u.tenant_id = current_tenant() AND u.email = w.who
  JOIN app_user m ON m.tenant_id = u.tenant_id AND m.email = w.whom AND m.id IS DISTINCT FROM u.parent_id`;

const acting = `INSERT INTO acting (tenant_id, user_id, acting_id, period)
  SELECT u.tenant_id, u.id, a.id, daterange(tenant_today() - 4, tenant_today() + 24)
  FROM app_user u JOIN app_user a ON a.tenant_id = u.tenant_id AND a.email = 'rojin.taha@acme.test'
  WHERE u.tenant_id = current_tenant() AND u.email = 'azad.hassan@acme.test'`;

export async function writeJoiners({ client, log }: StoredDemo): Promise<void> {
  const team = "SELECT FROM app_user WHERE tenant_id = current_tenant() AND email = $1";
  if ((await client.query(team, [lead])).rowCount === 0) return;
  const add = async (name: string, email: string, daysAgo: number) => {
    const id = log.id("app_user");
    await client.query(addPerson, [id, email, name, unknown, daysAgo]);
    await client.query(rememberPassword, [id, unknown]);
    await client.query(insertNotification, [log.id("user_history"), id, "hiring", daysAgo, null]);
    return id;
  };
  await client.query(preparations);
  await client.query(invite, [await add("Tara Salim", "tara.salim@acme.test", -9)]);
  await client.query(prepared);
  const [first] = [log.id("vacancy"), log.id("vacancy")];
  await client.query(vacancies, [first]);
  await client.query(dotted);
  await client.query(acting);
  const petra = await add("Petra Lang", "petra.lang@acme.test", 820);
  await client.query("UPDATE app_user SET employee_id = 'ACM-0099' WHERE id = $1", [petra]);
  await client.query(leave, [log.id("employment_change"), petra, 41]);
  await client.query(insertNotification, [log.id("user_history"), petra, "resignation", 41, "Studies again"]);
}
