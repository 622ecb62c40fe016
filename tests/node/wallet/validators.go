package main

import (
	"context"
	"fmt"
	"time"

	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	pwallet "github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	psigner "github.com/ava-labs/avalanchego/wallet/chain/p/signer"
	xsigner "github.com/ava-labs/avalanchego/wallet/chain/x/signer"
)

// A validator that every local network has.
const validator = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"

// Makes an L1 that the node validates, and a delegation.
func validators(ctx context.Context, url string) (any, error) {
	wallet, err := primary.MakePWallet(ctx, url, keychain(), primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	self := owner()
	subnet, err := wallet.IssueCreateSubnetTx(&self)
	if err != nil {
		return nil, fmt.Errorf("making a subnet: %w", err)
	}
	if err := convert(ctx, url, wallet, subnet.ID()); err != nil {
		return nil, fmt.Errorf("making an L1: %w", err)
	}
	nodeID, err := ids.NodeIDFromString(validator)
	if err != nil {
		return nil, err
	}
	delegation := &txs.SubnetValidator{
		Validator: txs.Validator{NodeID: nodeID, End: uint64(time.Now().Add(48 * time.Hour).Unix()), Wght: 30 * units.Avax},
		Subnet:    constants.PrimaryNetworkID,
	}
	delegated, err := wallet.IssueAddPermissionlessDelegatorTx(delegation, wallet.Builder().Context().AVAXAssetID, &self)
	if err != nil {
		return nil, fmt.Errorf("delegating: %w", err)
	}
	return map[string]any{"l1Subnet": subnet.ID(), "validation": subnet.ID().Append(0), "delegation": delegated.ID(), "validator": nodeID}, nil
}

func convert(ctx context.Context, url string, wallet pwallet.Wallet, subnetID ids.ID) error {
	nodeID, key, err := info.NewClient(url).GetNodeID(ctx)
	if err != nil {
		return err
	}
	self := message.PChainOwner{Threshold: 1, Addresses: owner().Addrs}
	first := &txs.ConvertSubnetToL1Validator{
		NodeID:                nodeID.Bytes(),
		Weight:                100,
		Balance:               units.Avax,
		Signer:                *key,
		RemainingBalanceOwner: self,
		DeactivationOwner:     self,
	}
	manager := owner().Addrs[0].Bytes()
	_, err = wallet.IssueConvertSubnetToL1Tx(subnetID, constants.PlatformChainID, manager, []*txs.ConvertSubnetToL1Validator{first})
	return err
}

// Signs a transfer on the P-Chain and one on the X-Chain, which are left for the caller to send.
func unsent(ctx context.Context, url string) (any, error) {
	keys := keychain()
	wallet, err := primary.MakeWallet(ctx, url, keys, keys, primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	x, p := wallet.X(), wallet.P()
	out := &secp256k1fx.TransferOutput{Amt: units.MilliAvax, OutputOwners: owner()}
	one := []*avax.TransferableOutput{{Asset: avax.Asset{ID: x.Builder().Context().AVAXAssetID}, Out: out}}
	onP, err := p.Builder().NewBaseTx(one)
	if err != nil {
		return nil, err
	}
	signedP, err := psigner.SignUnsigned(ctx, p.Signer(), onP)
	if err != nil {
		return nil, err
	}
	onX, err := x.Builder().NewBaseTx(one)
	if err != nil {
		return nil, err
	}
	signedX, err := xsigner.SignUnsigned(ctx, x.Signer(), onX)
	if err != nil {
		return nil, err
	}
	bytesP, err := formatting.Encode(formatting.Hex, signedP.Bytes())
	if err != nil {
		return nil, err
	}
	bytesX, err := formatting.Encode(formatting.Hex, signedX.Bytes())
	return map[string]any{"unsentP": bytesP, "unsentX": bytesX}, err
}
