package gtp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// answerWithin bounds every command to an outside player but genmove.
const answerWithin = 30 * time.Second

// Outside is a player of another program, driven through GTP.
type Outside struct {
	controller *Controller
	command    string
	name       string
	lists      map[string]bool
	game       *board.Game
	pending    *board.Move // what the program has played by genmove, and we not yet
	terms      terms
}

// Kind is the kind of player that is another program, gtp:COMMAND.
func Kind() player.Kind {
	return player.Kind{
		Name:   options.KindGTP,
		About:  "another program, as gtp:gnugo --mode gtp --level 10; the rest of the string is its command",
		Make:   BuildOutside,
		GoOnly: true,
	}
}

// BuildOutside makes a player from "gtp:COMMAND"; it is a player.Builder.
func BuildOutside(spec options.Spec, _ player.Env) (player.Player, error) {
	if strings.TrimSpace(spec.Rest) == "" {
		return nil, &options.Error{Err: errors.New("player gtp: want gtp:COMMAND, for example gtp:gnugo --mode gtp")}
	}
	return NewOutside(spec.Rest)
}

// NewOutside starts the program of a command line, see [StartCommand].
func NewOutside(command string) (*Outside, error) {
	args, err := SplitCommand(command)
	if err != nil {
		return nil, err
	}
	return StartOutside(command, args...)
}

// StartOutside starts the program args[0] with the arguments args[1:]; command is what people call it.
func StartOutside(command string, args ...string) (*Outside, error) {
	c, err := Start(args...)
	if err != nil {
		return nil, err
	}
	o := &Outside{controller: c, command: command}
	if err := o.introduce(); err != nil {
		_ = c.Close()
		return nil, err
	}
	return o, nil
}

// introduce asks for the program's name and commands.
func (o *Outside) introduce() error {
	list, err := o.Send("list_commands")
	if err != nil {
		return err
	}
	o.lists = map[string]bool{}
	for _, name := range strings.Fields(list) {
		o.lists[name] = true
	}
	for _, name := range []string{"boardsize", "clear_board", "komi", "play", "genmove"} {
		if !o.lists[name] {
			return fmt.Errorf("gtp: %s does not know %s", o.command, name)
		}
	}
	name, err := o.Send("name")
	if err != nil {
		return err
	}
	version, err := o.Send("version")
	if err != nil {
		return err
	}
	if o.name = strings.TrimSpace(name + " " + version); o.name == "" {
		o.name = o.command
	}
	return nil
}

func (o *Outside) String() string { return o.name }

// Controller is the line to the program, for commands beyond playing.
func (o *Outside) Controller() *Controller { return o.controller }

// Broken says whether the program has ended, as far as the system has said so, or was given up.
func (o *Outside) Broken() bool { return o.controller.ended() }

// Close ends the program.
func (o *Outside) Close() error { return o.controller.Close() }

// Send sends a command beyond playing, which has to be answered in half a minute.
func (o *Outside) Send(command string, args ...string) (string, error) {
	return o.SendWithin(answerWithin, command, args...)
}

// SendWithin is Send with another limit. A program without an answer in time is ended.
func (o *Outside) SendWithin(d time.Duration, command string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), d, silence(d))
	defer cancel()
	return o.controller.Send(ctx, command, args...)
}

// silence is why a program is given up that said nothing for so long; a context.DeadlineExceeded
// in clearer words.
type silence time.Duration

func (s silence) Error() string {
	return fmt.Sprintf("it said nothing for %v; is it a GTP program, and ready to play?", time.Duration(s))
}

func (s silence) Is(target error) bool { return target == context.DeadlineExceeded }

// Reseed passes a seed on to programs that take one, so that a game can be played again.
// What the program says to it does not matter.
func (o *Outside) Reseed(seed uint64) {
	if o.lists["set_random_seed"] {
		_, _ = o.Send("set_random_seed", fmt.Sprint(seed&math.MaxInt32))
	}
}

// FinalScore is what the program takes for the score: "B+3.5", "W+12" or "0". A program that does not know that
// territory counts is not asked.
func (o *Outside) FinalScore() (string, error) {
	switch {
	case !o.lists["final_score"]:
		return "", fmt.Errorf("gtp: %s does not know final_score", o.command)
	case o.game != nil && o.game.Rules().Scoring == board.Territory && !o.KnowsRules():
		return "", fmt.Errorf("gtp: %s may count by other rules: it took none from us", o.command)
	}
	return o.Send("final_score")
}

// NewGame sets the program's board up as g, with its rules if the program takes them. Stones that are neither moves nor
// handicap are played, which every program understands.
func (o *Outside) NewGame(played game.Game) error {
	of, ok := played.(game.GoGame)
	if !ok {
		return fmt.Errorf("%s: GTP is for Go", played.Rules().Title())
	}
	g := of.Game
	size := g.Size()
	if err := o.sendAll([][]string{{"boardsize", fmt.Sprint(size)}, {"clear_board"}}); err != nil {
		return err
	}
	if err := o.sendRules(g.Rules()); err != nil {
		return err
	}
	script := [][]string{{"komi", decimal(g.Rules().Komi)}}
	stones := o.stones(g.Start(), board.Black)
	// Of a start with a history it does not matter which stones are the handicap, but only how many.
	if n := g.Handicap(); n > 0 && n <= len(stones) && o.lists["set_free_handicap"] {
		script = append(script, append([]string{"set_free_handicap"}, stones[:n]...))
		stones = stones[n:]
	}
	for _, v := range stones {
		script = append(script, []string{"play", "black", v})
	}
	for _, v := range o.stones(g.Start(), board.White) {
		script = append(script, []string{"play", "white", v})
	}
	for _, m := range g.Moves() {
		script = append(script, []string{"play", m.Color.String(), m.Point.Vertex(size)})
	}
	if err := o.sendAll(script); err != nil {
		return err
	}
	o.game, o.pending = g.Clone(), nil
	return nil
}

// sendAll sends commands, of which none may be refused.
func (o *Outside) sendAll(script [][]string) error {
	for _, line := range script {
		if _, err := o.Send(line[0], line[1:]...); err != nil {
			return err
		}
	}
	return nil
}

func (o *Outside) stones(pos *board.Position, c board.Color) []string {
	var list []string
	for i := range pos.Size() * pos.Size() {
		if p := board.FromIndex(i, pos.Size()); pos.At(p) == c {
			list = append(list, p.Vertex(pos.Size()))
		}
	}
	return list
}

// Play passes a move on, unless it is the one that the program has just made.
func (o *Outside) Play(m board.Move) error {
	if o.game == nil {
		return errors.New("gtp: the player has no game: call NewGame first")
	}
	if o.pending != nil && *o.pending == m {
		o.pending = nil
		return o.game.Play(m.Point, m.Color)
	}
	if err := o.settle(); err != nil {
		return err
	}
	if err := o.game.Play(m.Point, m.Color); err != nil {
		return err
	}
	_, err := o.Send("play", m.Color.String(), m.Point.Vertex(o.game.Size()))
	return err
}

// settle makes the program forget a move that it made but that was not played.
func (o *Outside) settle() error {
	if o.pending == nil {
		return nil
	}
	if o.lists["undo"] {
		o.pending = nil
		_, err := o.Send("undo")
		return err
	}
	return o.NewGame(game.Of(o.game))
}

// Genmove asks for a move, after telling the time.
func (o *Outside) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	if o.game == nil {
		return player.Choice{}, errors.New("gtp: the player has no game: call NewGame first")
	}
	if err := o.settle(); err != nil {
		return player.Choice{}, err
	}
	if err := o.sendTime(c, clock); err != nil {
		return player.Choice{}, err
	}
	command := "genmove"
	if clock.Settle && o.lists["kgs-genmove_cleanup"] {
		command = "kgs-genmove_cleanup"
	}
	answer, err := o.controller.Send(ctx, command, c.String())
	if err != nil {
		return player.Choice{}, err
	}
	answer = strings.TrimSpace(answer)
	if strings.EqualFold(answer, "resign") {
		return player.Choice{Point: board.Pass, Resign: true}, nil
	}
	p, err := board.ParseVertex(answer, o.game.Size())
	if err != nil {
		return player.Choice{}, fmt.Errorf("gtp: %s gave a wrong answer to genmove: %w", o.name, err)
	}
	o.pending = &board.Move{Point: p, Color: c}
	return player.Choice{Point: p}, nil
}
