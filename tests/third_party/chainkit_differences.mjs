// Where our documents and the operator's SDK differ, each with the reason.

const ids = (...names) => names.map((name) => `data.${name}`);
const page = (value) => value?.transactions ?? value?.utxos;

/** The chain of a transaction or UTXO of the Primary Network, by the members that only items of the chain have. */
function chainOf(item) {
  const { evmInputs, evmOutputs, chainFormat, creationTxHash } = item;
  if (evmInputs || evmOutputs) return "C-Chain";
  return chainFormat || creationTxHash ? "X-Chain" : "P-Chain";
}

/** The types of transactions that the SDK takes of a transaction of the Primary Network. */
function typesOf(transaction, { PChainTransactionType, XChainTransactionType }) {
  if (transaction.evmInputs) return ["ExportTx"];
  if (transaction.evmOutputs) return ["ImportTx"];
  return Object.values(chainOf(transaction) === "X-Chain" ? XChainTransactionType : PChainTransactionType);
}

/**
 * What the sandbox sends by our documents, as the SDK takes it. `components` are the enumerations of the SDK; `in` names the
 * operations, unless the difference is in all.
 */
export const differences = (components) => [
  {
    why: "index status: lower case in the documents, upper case from the service",
    holds: (value) => value.indexStatus === "indexed",
    as: (metadata) => ({ ...metadata, indexStatus: "INDEXED" }),
  },
  {
    why: "event type of a webhook: the SDK does not take the older name of `primary_network_address_activity`",
    holds: (value) => value.eventType === "platform_address_activity",
    as: (webhook) => ({ ...webhook, eventType: "primary_network_address_activity" }),
  },
  {
    why: "events of validators: the SDK does not take the older name of `l1_validator_balance_threshold`",
    holds: (value) => value.validatorActivitySubEvents?.includes("l1_validator_threshold_reached"),
    as: ({ validatorActivitySubEvents: events }) => ({
      validatorActivitySubEvents: events.map((event) => (event === "l1_validator_threshold_reached" ? "l1_validator_balance_threshold" : event)),
    }),
  },
  {
    why: "numbers of interchain messages by groups: a list from the service, one group in the SDK",
    in: ["metrics.getICMSummary"],
    holds: (value) => Array.isArray(value.result),
    as: ({ result }) => ({ result: result[0] }),
  },
  {
    why: "sort key of an address: text or a number in our documents, text in the SDK; the operator's document has both",
    holds: (value) => typeof value.sortKey === "number",
    as: (address) => ({ ...address, sortKey: String(address.sortKey) }),
  },
  {
    why: "Teleporter messages in lists, from a chain that is not indexed: the SDK takes the newer name of the contract's address",
    in: ids("listTeleporterMessages", "listTeleporterMessagesByAddress"),
    holds: (value) => value.status === "delivered_source_not_indexed",
    as: ({ teleporterContractAddress, ...message }) => ({ ...message, icmContractAddress: teleporterContractAddress }),
  },
  {
    why: "types of transactions: any of the Primary Network in our documents, those of the chain from the service; some since 0.3.14",
    holds: (value) => typeof value.txType === "string" && !typesOf(value, components).includes(value.txType),
    as: (transaction) => ({ ...transaction, txType: typesOf(transaction, components).find((type) => /^(Base|Export|Import)Tx$/.test(type)) }),
  },
  {
    why: "pages of the Primary Network: items of any chain in our documents, of one chain from the service",
    holds: (value) => value.chainInfo && page(value)?.some((item) => chainOf(item) !== chainOf(page(value)[0])),
    as: (value) => {
      const of = (item) => (chainOf(item) === chainOf(page(value)[0]) ? item : page(value)[0]);
      return value.utxos ? { ...value, utxos: value.utxos.map(of) } : { ...value, transactions: value.transactions.map(of) };
    },
  },
];

/** Members of our documents that the SDK leaves out of what it reads. */
export const LEFT_OUT = [
  {
    why: "Helicon upgrade: the SDK has auto-renewed validators since version 0.3.14",
    members: ["stakingType", "autoRenew", "period", "autoCompoundRewardShares", "validatorAuthority"],
  },
  {
    why: "BLS key of an L1 validator: an object without members in the operator's document",
    members: ["validators[].blsCredentials", "l1ValidatorDetails[].blsCredentials"].flatMap((path) => [`${path}.publicKey`, `${path}.proofOfPossession`]),
  },
  {
    why: "rewards and delegations: members of any status in our documents, of some in the SDK",
    members: [
      ...["amountDelegated", "delegatorCount", "rewards"].map((name) => `validators[].${name}`),
      ...["grossReward", "netReward"].map((name) => `delegators[].${name}`),
    ],
  },
  {
    why: "interchain messages from a chain that is not indexed: the SDK has no transaction of the source chain",
    members: ["messages[].sourceTransaction", "data.getIcmMessage: sourceTransaction"],
  },
];
