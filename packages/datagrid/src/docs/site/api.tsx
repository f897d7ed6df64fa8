import entries, { type ApiExport } from "virtual:grid-api";
import { Fragment, type ReactNode } from "react";
import { Prose } from "./prose.tsx";

function Members({ members }: Pick<ApiExport, "members">): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.name}>
            <th scope="row">
              <code>
                {member.name}
                {member.isOptional && "?"}
              </code>
            </th>
            <td>
              <code>{member.type}</code>
            </td>
            <td>
              <Prose text={member.text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the exports of each entry point of the package, with their documentation. */
export function Api(): ReactNode {
  return (
    <>
      {entries.map(({ entry, exports }) => (
        <Fragment key={entry}>
          <h3 id={entry}>
            <code>{entry}</code>
          </h3>
          {exports.map((item) => (
            <details key={item.name}>
              <summary>
                <code>{item.name}</code> <small>{item.kind}</small>{" "}
                <Prose text={item.text.split(/(?<=\.) /)[0] ?? ""} />
              </summary>
              <p>
                <Prose text={item.text} />
              </p>
              {item.type !== "" && <pre>{item.type}</pre>}
              {item.members.length > 0 && <Members members={item.members} />}
            </details>
          ))}
        </Fragment>
      ))}
    </>
  );
}
