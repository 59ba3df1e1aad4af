/** Digest algorithms on offer (RFC 9530, section 5), the cheaper first. */
export const ALGORITHMS = ["sha-256", "sha-512"] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/**
 * The algorithm that Want-Content-Digest or Want-Repr-Digest prefers (RFC 9530, section 4): a dictionary of
 * preferences from 0, not acceptable, to 10. Unknown algorithms and malformed members are ignored.
 */
export function wantedAlgorithm(field: string | undefined): Algorithm | undefined {
  return best(field, /^([a-z*][a-z0-9_.*-]*)=(\d+)(?:;.*)?$/, (preference) => {
    const value = Number(preference);
    return value <= 10 ? value : undefined;
  });
}

/** The same for Want-Digest, its predecessor (RFC 3230, section 4.3.1): names in any case, weights like `;q=0.5`. */
export function legacyWantedAlgorithm(field: string | undefined): Algorithm | undefined {
  return best(
    field?.toLowerCase(),
    /^([a-z0-9-]+)(?:[ \t]*;[ \t]*q=([01](?:\.\d{0,3})?))?$/,
    (weight = "1") => (Number(weight) <= 1 ? Number(weight) : undefined),
  );
}

/** The offered algorithm with the greatest weight above 0; of equals, the cheaper. The last member of a name counts. */
function best(
  field: string | undefined,
  member: RegExp,
  weigh: (text: string | undefined) => number | undefined,
): Algorithm | undefined {
  if (field === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const part of field.split(",")) {
    const [, name, text] = member.exec(part.trim()) ?? [];
    const weight = name === undefined ? undefined : weigh(text);
    if (name !== undefined && weight !== undefined) weights.set(name, weight);
  }
  let chosen: Algorithm | undefined;
  let greatest = 0;
  for (const algorithm of ALGORITHMS) {
    const weight = weights.get(algorithm) ?? 0;
    if (weight > greatest) [chosen, greatest] = [algorithm, weight];
  }
  return chosen;
}
