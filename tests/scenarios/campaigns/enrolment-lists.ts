/** A list in which a campaign shows whom it enrols. */
export interface EnrolmentList {
  readonly member: 'enrolled_customers' | 'enrolled_customer_ids';
  readonly ids: readonly unknown[];
}

type Campaign = Readonly<Record<string, unknown>>;

const MEMBERS = ['enrolled_customers', 'enrolled_customer_ids'] as const;

export function enrolmentLists(campaign: Campaign): EnrolmentList[] {
  return MEMBERS.flatMap((member) => {
    const ids = campaign[member];
    return Array.isArray(ids) ? [{ member, ids }] : [];
  });
}

/** The list that counts for these customers: the first that holds one of them. The specification does not say how the two differ. */
export function listOf(customers: readonly string[], lists: readonly EnrolmentList[]): EnrolmentList | undefined {
  return lists.find(({ ids }) => ids.some((id) => customers.includes(String(id))));
}

/** From here on, customers take part. */
const BEGUN: readonly unknown[] = ['started', 'stopped', 'finished'];

/** Whether nobody is enrolled in a campaign that has not begun: a service may enrol when it begins. */
export function enrolsLater({ status }: Campaign, lists: readonly EnrolmentList[]): boolean {
  return !BEGUN.includes(status) && lists.every(({ ids }) => ids.length === 0);
}
