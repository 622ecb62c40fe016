// Makes what a client cannot make: signed transactions of the key that every local network funds.
//
// Input: a command, as `main` says, and for some of them JSON on stdin. Output: JSON on stdout. The
// work is done by the wallet of the node's own repository. The key is published there; it is worth
// nothing elsewhere.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"

	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/formatting/address"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/c"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"
	"github.com/ava-labs/libevm/common"
	"github.com/ava-labs/libevm/common/hexutil"
	"github.com/ava-labs/libevm/core/types"
)

const (
	// Outputs of the transfer, so that a list of them has several pages.
	outputs = 30
	gwei    = 1_000_000_000
)

var usage = errors.New("usage: wallet chain URL | wallet transfers URL | wallet validators URL | wallet unsent URL | wallet sign CHAIN-ID")

func main() {
	result, err := run(context.Background(), os.Args[1:])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(result)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (any, error) {
	if len(args) != 2 {
		return nil, usage
	}
	switch args[0] {
	case "chain":
		return chain(ctx, args[1])
	case "transfers":
		return transfers(ctx, args[1])
	case "validators":
		return validators(ctx, args[1])
	case "unsent":
		return unsent(ctx, args[1])
	case "sign":
		return sign(args[1])
	}
	return nil, usage
}

func keychain() *secp256k1fx.Keychain {
	return secp256k1fx.NewKeychain(genesis.EWOQKey)
}

func owner() secp256k1fx.OutputOwners {
	return secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{genesis.EWOQKey.Address()}}
}

// Makes a subnet and a subnet EVM chain on it, whose genesis is read from stdin.
func chain(ctx context.Context, url string) (any, error) {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return nil, err
	}
	wallet, err := primary.MakePWallet(ctx, url, keychain(), primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	self := owner()
	subnet, err := wallet.IssueCreateSubnetTx(&self)
	if err != nil {
		return nil, fmt.Errorf("making a subnet: %w", err)
	}
	made, err := wallet.IssueCreateChainTx(subnet.ID(), text, constants.SubnetEVMID, nil, "loom")
	if err != nil {
		return nil, fmt.Errorf("making a chain: %w", err)
	}
	return map[string]any{"subnetID": subnet.ID(), "blockchainID": made.ID()}, nil
}

// Moves funds within the X-Chain, from there to the P-Chain, and towards the C-Chain. The import on
// the C-Chain is signed, but left for the caller to send.
func transfers(ctx context.Context, url string) (any, error) {
	keys := keychain()
	wallet, err := primary.MakeWallet(ctx, url, keys, keys, primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	x, p, evm := wallet.X(), wallet.P(), wallet.C()
	asset := x.Builder().Context().AVAXAssetID
	to := func(amount uint64, count int) []*avax.TransferableOutput {
		all := make([]*avax.TransferableOutput, count)
		for i := range all {
			out := &secp256k1fx.TransferOutput{Amt: amount, OutputOwners: owner()}
			all[i] = &avax.TransferableOutput{Asset: avax.Asset{ID: asset}, Out: out}
		}
		return all
	}
	if _, err := x.IssueExportTx(constants.PlatformChainID, to(units.Avax, 1)); err != nil {
		return nil, fmt.Errorf("X-Chain export to the P-Chain: %w", err)
	}
	self := owner()
	if _, err := p.IssueImportTx(x.Builder().Context().BlockchainID, &self); err != nil {
		return nil, fmt.Errorf("P-Chain import: %w", err)
	}
	if _, err := x.IssueExportTx(evm.Builder().Context().BlockchainID, to(units.Avax, 1)); err != nil {
		return nil, fmt.Errorf("X-Chain export to the C-Chain: %w", err)
	}
	// The last one, so that no other transaction spends its outputs.
	transfer, err := x.IssueBaseTx(to(units.MilliAvax, outputs))
	if err != nil {
		return nil, fmt.Errorf("X-Chain transfer: %w", err)
	}
	return withImport(ctx, wallet, map[string]any{"assetID": asset, "transfer": transfer.ID()})
}

// Adds the signed import and the addresses of the key.
func withImport(ctx context.Context, wallet *primary.Wallet, result map[string]any) (any, error) {
	evm, source := wallet.C(), wallet.X().Builder().Context().BlockchainID
	fee := big.NewInt(100 * gwei)
	unsigned, err := evm.Builder().NewImportTx(source, genesis.EWOQKey.EthAddress(), fee)
	if err != nil {
		return nil, fmt.Errorf("C-Chain import: %w", err)
	}
	signed, err := c.SignUnsignedAtomic(ctx, evm.Signer(), unsigned)
	if err != nil {
		return nil, err
	}
	bytes, err := formatting.Encode(formatting.Hex, signed.SignedBytes())
	if err != nil {
		return nil, err
	}
	result["import"] = map[string]any{"id": signed.ID(), "bytes": bytes}
	for _, chain := range []string{"X", "P", "C"} {
		text, err := address.Format(chain, constants.LocalHRP, genesis.EWOQKey.Address().Bytes())
		if err != nil {
			return nil, err
		}
		result["address"+chain] = text
	}
	return result, nil
}

// What a transaction is made of. A missing recipient makes a contract.
type order struct {
	Nonce uint64          `json:"nonce"`
	To    *common.Address `json:"to"`
	Data  hexutil.Bytes   `json:"data"`
	Value uint64          `json:"value"`
	Gas   uint64          `json:"gas"`
}

// Signs EVM transactions, which are read from stdin as a list.
func sign(chainID string) (any, error) {
	id, ok := new(big.Int).SetString(chainID, 10)
	if !ok {
		return nil, usage
	}
	var orders []order
	if err := json.NewDecoder(os.Stdin).Decode(&orders); err != nil {
		return nil, err
	}
	all := make([]hexutil.Bytes, len(orders))
	for i, one := range orders {
		tx := types.NewTx(&types.DynamicFeeTx{
			ChainID:   id,
			Nonce:     one.Nonce,
			GasTipCap: big.NewInt(gwei),
			GasFeeCap: big.NewInt(200 * gwei),
			Gas:       one.Gas,
			To:        one.To,
			Value:     new(big.Int).SetUint64(one.Value),
			Data:      one.Data,
		})
		signed, err := types.SignTx(tx, types.LatestSignerForChainID(id), genesis.EWOQKey.ToECDSA())
		if err != nil {
			return nil, err
		}
		if all[i], err = signed.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return all, nil
}
