import type { MigrationInterface, QueryRunner } from "typeorm";

/** A photo goes with its room or car, and when another takes its place; its bytes go with its row. */
export class PhotosOfPlaces0175 implements MigrationInterface {
  name = "PhotosOfPlaces0000000000175";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION drop_place_photo() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM file f WHERE f.tenant_id = OLD.tenant_id AND f.id = OLD.image_file_id
          AND NOT EXISTS (SELECT FROM room r WHERE r.tenant_id = f.tenant_id AND r.image_file_id = f.id)
          AND NOT EXISTS (SELECT FROM car c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id);
        RETURN NULL;
      END $$;
    `);
    for (const table of ["room", "car"]) {
      await runner.query(`
        CREATE TRIGGER ${table}_photos AFTER DELETE OR UPDATE OF image_file_id ON ${table}
          FOR EACH ROW WHEN (OLD.image_file_id IS NOT NULL) EXECUTE FUNCTION drop_place_photo();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "DROP TRIGGER room_photos ON room; DROP TRIGGER car_photos ON car; DROP FUNCTION drop_place_photo();",
    );
  }
}
