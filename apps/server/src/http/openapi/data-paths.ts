import { dataFormat, dataset } from "@shotkeeper/contract/data-out";
import { failures, parameter, route, security } from "./responses.ts";
import type { Schema } from "./schema.ts";

/** Address from which programs get many rows as one file (docs/data-out.md). */
export const dataPaths: Readonly<Record<string, Schema>> = {
  "/data/{dataset}": {
    get: {
      ...route({
        id: "dataFile",
        summary: "Read the rows of a dataset between two instants as one file",
        description:
          "Needs the right of the screen: readings CT102 Q, hours and outputs PO104 Q, tasks MT101 Q or MT102 Q, " +
          "orders PO101 Q. The range is required and excludes `to`.",
        security: security.userOrKey,
        parameters: [
          parameter("dataset", "path", { type: "string", enum: Object.values(dataset.values) }),
          parameter("format", "query", {
            type: "string",
            enum: Object.values(dataFormat.values),
            default: dataFormat.values.parquet,
          }),
          ...["from", "to"].map((name) => ({
            ...parameter(name, "query", {
              type: "string",
              format: "date-time",
              examples: ["2026-05-20T00:00:00Z"],
            }),
            required: true,
          })),
        ],
      }),
      responses: {
        "200": {
          description: "The file",
          content: { "application/vnd.apache.parquet": {}, "text/csv": {} },
        },
        ...failures,
      },
    },
  },
};
